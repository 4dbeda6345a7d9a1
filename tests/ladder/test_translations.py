"""Catalogues: made, checked and compiled without gettext's programs."""

import gettext

import pytest
from django.core.management import CommandError, call_command

from ladder import translations

SOURCE = """
_("Upload")
ngettext("%(n)s match", "%(n)s matches", n)
pgettext("verb", "Close")
"""
TEMPLATE = "{% load i18n %}{% translate 'Save' %}{% blocktranslate %}Hello {{ name }}{% endblocktranslate %}"
TEXTS = {"Upload": "Carica", "Save": "Salva", "Hello %(name)s": "Ciao %(name)s", "Close": "Chiudi"}


@pytest.fixture
def project(settings, tmp_path):
    """A project with some texts, and Italian as its only translation."""
    settings.BASE_DIR = tmp_path
    settings.LOCALE_PATHS = [tmp_path / "locale"]
    settings.LANGUAGES = [("it", "Italian"), ("en", "English")]
    for name, text in {"ladder/views.py": SOURCE, "templates/page.html": TEMPLATE}.items():
        path = tmp_path / name
        path.parent.mkdir()
        path.write_text(text)
    return tmp_path


def translate(project, texts: dict[str, str]) -> None:
    """Write the catalogue that a translator would make of `texts`."""
    translations.update_all()
    po = project / "locale" / "it" / "LC_MESSAGES" / "django.po"
    text = po.read_text()
    for source, translated in texts.items():
        text = text.replace(f'msgid "{source}"\nmsgstr ""', f'msgid "{source}"\nmsgstr "{translated}"')
    text = text.replace('msgstr[0] ""\nmsgstr[1] ""', 'msgstr[0] "%(n)s partita"\nmsgstr[1] "%(n)s partite"')
    po.write_text(text)


def test_every_text_of_code_and_templates_is_missed_until_it_is_translated(project):
    assert len(list(translations.problems())) == 5
    translate(project, TEXTS)
    assert list(translations.problems()) == []


def test_a_lost_placeholder_is_found(project):
    translate(project, TEXTS | {"Hello %(name)s": "Ciao"})
    [problem] = translations.problems()
    assert "Hello %(name)s" in problem


def test_a_label_is_quoted_as_the_page_says_it(project):
    (project / "ladder" / "views.py").write_text(SOURCE + '_("Press “Upload”.")\n')
    translate(project, TEXTS | {"Press “Upload”.": "Premi “Manda”."})
    [problem] = translations.problems()
    assert "“Upload”" in problem
    po = project / "locale" / "it" / "LC_MESSAGES" / "django.po"
    po.write_text(po.read_text().replace("Manda", "Carica"))
    assert list(translations.problems()) == []


def test_a_text_that_left_the_source_is_found_and_removed(project):
    translate(project, TEXTS)
    (project / "templates" / "page.html").write_text("")
    assert len(list(translations.problems())) == 2
    translations.update_all()
    assert list(translations.problems()) == []


def test_compiling_happens_once_and_can_be_read_by_gettext(project):
    translate(project, TEXTS)
    [mo] = translations.compile_all()
    assert translations.compile_all() == []
    with mo.open("rb") as file:
        read = gettext.GNUTranslations(file)
    assert read.gettext("Save") == "Salva"
    assert read.pgettext("verb", "Close") == "Chiudi"
    assert read.ngettext("%(n)s match", "%(n)s matches", 2) == "%(n)s partite"


def test_the_command_fails_while_something_is_missing(project):
    with pytest.raises(CommandError, match="5 to mend"):
        call_command("translations", "--check")

"""Catalogues of translated texts, `ladder/locale/<language>/LC_MESSAGES/django.po`, with Babel: gettext's programs are not
needed. English is the language of the source, so it needs no catalogue."""

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation import to_locale
from django.utils.translation.template import templatize

SOURCE_LANGUAGE = "en"
APPS = ("games", "ladder", "tournaments")
KEYWORDS = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
}

PLURAL_FORMS = {"it": "nplurals=2; plural=(n != 1);", "pt_BR": "nplurals=2; plural=(n > 1);"}
NEW = r"""# Classifica in {language}. `manage.py translations --update` brings new texts in.
msgid ""
msgstr ""
"Project-Id-Version: Classifica 1\n"
"Language: {language}\n"
"Content-Type: text/plain; charset=utf-8\n"
"Plural-Forms: {plural_forms}\n"
"""

PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*\}")
QUOTED = re.compile("“([^”]+)”")


def catalogues() -> Iterator[Path]:
    """The .po file of each language but the source's; it may be missing yet."""
    for language, _name in settings.LANGUAGES:
        if language != SOURCE_LANGUAGE:
            yield settings.LOCALE_PATHS[0] / to_locale(language) / "LC_MESSAGES" / "django.po"


def compile_all() -> list[Path]:
    """Write the .mo file beside each .po file that is newer; return those written."""
    written = []
    for po in catalogues():
        mo = po.with_suffix(".mo")
        if po.exists() and (not mo.exists() or mo.stat().st_mtime <= po.stat().st_mtime):
            with mo.open("wb") as file:
                write_mo(file, read(po))
            written.append(mo)
    return written


def update_all() -> None:
    """Bring the texts of the source into each catalogue; new ones stand there untranslated, unused ones leave."""
    source = extracted()
    for po in catalogues():
        language = po.parent.parent.name
        if not po.exists():
            po.parent.mkdir(parents=True, exist_ok=True)
            po.write_text(NEW.format(language=language, plural_forms=PLURAL_FORMS[language]))
        catalogue = read(po)
        source.creation_date = catalogue.creation_date  # a date that changes each time would be the only change
        catalogue.update(source, no_fuzzy_matching=True, update_header_comment=False)
        catalogue.obsolete.clear()
        with po.open("wb") as file:
            write_po(file, catalogue, width=120, sort_output=True, ignore_obsolete=True, include_lineno=False)


def problems() -> Iterator[str]:
    """What is missing, left over or wrong in the catalogues: one line each."""
    source = extracted()
    wanted = {(message.context, message.id) for message in source if message.id}
    for po in catalogues():
        language = po.parent.parent.name
        catalogue = read(po) if po.exists() else Catalog()
        labels = labels_of(catalogue)
        there = {(message.context, message.id) for message in catalogue if message.id}
        for context, text in sorted(there - wanted, key=str):
            yield f"{language}: not in the source any more: {text!r} {context or ''}"
        for context, text in sorted(wanted, key=str):
            message = catalogue.get(text if isinstance(text, str) else text[0], context)
            if message is None or message.fuzzy or not all_translated(message.string):
                yield f"{language}: not translated: {text!r} {context or ''}"
            elif not same_placeholders(text, message.string):
                yield f"{language}: other placeholders than the source: {text!r} {context or ''}"
            elif label := other_label(text, message.string, labels):
                yield f"{language}: quotes “{label}” otherwise than the page says it: {text!r} {context or ''}"


def same_placeholders(source: str | tuple[str, ...], string: str | tuple[str, ...]) -> bool:
    """Whether a translation fills in what its source does; all but the last plural form may leave out the number."""
    forms = [set(PLACEHOLDER.findall(form)) for form in ([string] if isinstance(string, str) else string)]
    wanted = set(PLACEHOLDER.findall(source if isinstance(source, str) else source[-1]))
    return forms[-1] == wanted and all(form <= wanted for form in forms)


def labels_of(catalogue: Catalog) -> dict[str, set[str]]:
    """How each text that a sentence might quote, a button's say, is translated."""
    labels: dict[str, set[str]] = {}
    for message in catalogue:
        if isinstance(message.id, str) and message.id:
            labels.setdefault(message.id, set()).add(str(message.string))
    return labels


def other_label(source: str | tuple[str, ...], string: str | tuple[str, ...], labels: dict[str, set[str]]) -> str:
    """The first label that the source quotes and the translation names otherwise, if any."""
    first, translated = (text if isinstance(text, str) else text[0] for text in (source, string))
    for label in QUOTED.findall(first):
        if label in labels and not any(said in translated for said in labels[label]):
            return str(label)
    return ""


def all_translated(string: str | tuple[str, ...]) -> bool:
    return bool(string) if isinstance(string, str) else bool(string) and all(string)


def extracted() -> Catalog:
    """The texts of all Python files and templates."""
    catalogue = Catalog()
    root: Path = settings.BASE_DIR
    for path in sorted(
        [*(file for app in APPS for file in (root / app).rglob("*.py")), *(root / "templates").rglob("*")]
    ):
        if not path.is_file() or "migrations" in path.parts:
            continue
        name = str(path.relative_to(root))
        code = path.read_text()
        if path.suffix != ".py":
            code = templatize(code, origin=name)
        for _line, text, comments, context in extract("python", BytesIO(code.encode()), KEYWORDS, ["Translators:"]):
            catalogue.add(text, locations=[(name, None)], auto_comments=comments, context=context)
    return catalogue


def read(po: Path) -> Catalog:
    with po.open("rb") as file:
        return read_po(file, locale=po.parent.parent.name)

"""What led to a revision, or to ratings computed anew, is told in words, whoever caused it."""

import re

from django.conf import settings

from ladder import rating_texts, refusals

CAUSE = re.compile(r'matches_changed\([^)]*cause="(\w+\.\w+)"')


def test_every_cause_of_a_change_has_words():
    sources = [*settings.BASE_DIR.glob("ladder/services/*.py"), settings.BASE_DIR / "ladder" / "tasks.py"]
    causes = {cause for path in sources for cause in CAUSE.findall(path.read_text())}
    assert {"import.undone", "match.silent"} <= causes
    assert not causes - set(refusals.ACTS)
    assert not causes - set(rating_texts.CAUSES)

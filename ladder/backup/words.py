"""Why there is no backup, or nothing was restored, for the server's keeper."""

from ladder.backup.layout import BackupRefused

TEXTS = {
    "none": "{folder} holds no backup",
    "busy": "another backup runs in {folder}",
    "changing": "uploaded files were removed while they were copied, three times over: try again",
    "no_program": "{name} of PostgreSQL {version} or newer is not there: install the client programs of your server's "
    "version (Debian: postgresql-client)",
    "program": "{name} failed: {words}",
    "unreadable": "{file} cannot be read as a backup: {words}",
    "cut_off": "{file} has no manifest at its end: it was cut off, or is no backup",
    "altered": "{file}: {member} is missing or not as it was written",
    "goes_on": "{file} goes on after its end: it is not as it was written",
    "unknown_version": "{file} is of a version that this release does not know: use the release that wrote it",
    "newer": "{file} was made by a newer release, {release} ({app} {there}): install that one",
    "other_vendor": "{file} comes from {there}, this site is on {here}: restore on {there}, then move with export_all",
    "not_empty": "the database is not empty ({what}): restore into a new one",
    "no_room": "there is no room for the uploaded files",
    "differs": "restored, but these rankings are not those of the backup: {months}",
}


def said(problem: BackupRefused) -> str:
    """What was found, where, and what to do next."""
    return TEXTS[problem.code].format(**problem.facts)

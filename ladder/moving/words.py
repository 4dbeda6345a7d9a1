"""Why a community could not be moved, for the server's keeper."""

from ladder.moving.layout import MovingRefused


def refused(problem: MovingRefused) -> str:
    """What was found, where, and what to do next."""
    texts = {
        "folder_in_use": "{folder} is not empty: name a new folder",
        "no_index": "{file} is missing or cannot be read: the export was cut off, or this is not its folder",
        "unknown_version": "{file} is of a version that this release does not know: use the release that wrote it",
        "other_schema": "it was written by another release (its migrations: {there}; those here: {here}): install the "
        "same release, import, then upgrade",
        "checksum": "{file} is missing or not as it was written: copy the folder again",
        "not_empty": "the site is not empty, it has rows of {what}: import into a new database, after `migrate` and before anything else",
    }
    return texts[problem.code].format(**problem.facts)

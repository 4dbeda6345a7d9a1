"""What must hold however things go, section by section, and the tests under `tests/` that show it.

A name may stand for all tests of a file (`faults/test_races.py`) or for one (`…::frozen_broker`, as it begins after `test_`).
"""

from typing import NamedTuple


class Promise(NamedTuple):
    """One line: in which section, in words, and the tests that show it."""

    section: str
    words: str
    tests: tuple[str, ...]


def _of(section: str, lines: dict[str, str]) -> tuple[Promise, ...]:
    return tuple(Promise(section, words, tuple(tests.split())) for words, tests in lines.items())


BACKUP, BROKER, WORKERS = "keeper/test_backup.py::", "faults/test_broker.py::", "faults/test_workers.py::"
YEARS = "keeper/test_five_years.py::"
RACES, MONTHS = "faults/test_races.py::", "faults/test_months.py::"
LOAD = "6 load"
"""The section whose figures come from the group of that name."""

PROMISES = (
    *_of(
        "1 invariants",
        {
            "what the database refuses, and what the doctor finds": "games/test_models.py games/test_audit.py",
            "rankings are what the matches say after any acts": "ladder/test_months_random.py",
            "nothing is told before its commit, and nothing twice": "games/test_outbox.py faults/test_notices.py",
        },
    ),
    *_of(
        "2 queue",
        {
            "workers killed at random moments: nothing lost, nothing doubled": f"{WORKERS}killed_workers {WORKERS}two_hundred",
            "no child outlives its parent": f"{WORKERS}no_child",
            "the broker comes back empty": BROKER + "a_broker_that_starts_empty",
            "the broker is frozen or away": f"{BROKER}a_frozen {BROKER}whoever_brings ladder/test_outages.py::the_web_answers",
            "the broker refuses, lies or hangs up": "faults/test_broker_refuses.py",
            "one bell twenty times at once": BROKER + "the_same_bell",
            "a bell for a row that is gone": BROKER + "a_bell_for",
            "a log that kills its process": WORKERS + "a_log_that_kills",
            "one log behind a crowd": WORKERS + "one_log_behind",
            "a worker stopped politely": WORKERS + "a_worker_that_is_stopped",
            "a deaf worker ends itself": BROKER + "a_worker_that_hears_nothing",
            "leases, claims, attempts and sweeps": "games/test_verification.py",
            "workers of different rules revisions": "faults/test_hosts.py::an_old_worker games/test_revisions.py",
            "several hosts, queues and folders": "faults/test_hosts.py",
            "files in a shared folder or a bucket, and either away": "keeper/test_storage_url.py",
        },
    ),
    *_of(
        "3 at the same time",
        {
            "fifty submissions of one table": RACES + "fifty",
            "confirm and dispute in two tabs": RACES + "confirm_and",
            "two directors at random": "faults/test_directors.py",
            "close, late result, merge and log at once": MONTHS + "a_close",
            "two managers close together": MONTHS + "two_managers",
            "people merged, parted and claimed at once": "faults/test_people_races.py",
            "sessions of mixed writes: no deadlock, no error page": "faults/test_mixed.py",
            "one key, one effect": "games/test_once.py api/test_at_once.py",
            "what the database gave up on: 503, and one may come again": "pages/test_busy.py",
        },
    ),
    *_of(
        "4 database, restarts, disk",
        {
            "sessions of the database cut under a worker": WORKERS + "cut_sessions",
            "sessions cut in the middle of closing, merging, importing": "faults/test_cut.py",
            "the server killed in the middle of closing, merging, importing": "faults/test_server_killed.py",
            "the web serves again after its sessions were cut": "ladder/test_outages.py::the_web_serves",
            "disk full for uploads, and for what comes": "faults/test_full_disk.py games/test_storage.py games/test_submissions.py::a_full_disk",
            "files without rows, lost and damaged ones": "keeper/test_lost_files.py",
            "a clock that jumps an hour": "ladder/test_clocks.py",
            "clocks that change, months and deadlines": "ladder/test_rankings.py ladder/test_short_day.py tournaments/test_turns.py",
            "a database that is read only or held by others, sweeps at once": "faults/test_database_refuses.py",
            "the database's machine vanishes without a word": "faults/test_silent_machine.py ladder/test_settings.py::a_database_whose",
            "a statement of the web ends after 5 s": "ladder/test_outages.py::a_statement",
            "every page answers without a worker": "pages/test_every_page.py",
        },
    ),
    *_of(
        "5 backup, restore, upgrade",
        {
            "a backup comes back, every ranking equal": BACKUP + "a_backup_comes_back",
            "the drill": BACKUP + "a_drill",
            "the demo comes back byte for byte": BACKUP + "the_demo",
            "backups and restores that are killed": f"{BACKUP}one_that_is_killed {BACKUP}a_restore_that",
            "what was cut off or altered is refused": BACKUP + "an_archive",
            "no room for a backup, or for what comes back": BACKUP + "a_disk_that_is_full",
            "nothing is announced again": BACKUP + "nothing_that_waited",
            "upgrade from the releases before": BACKUP + "a_site_of_a_former",
            "five years upgraded while people come: time, locks, rows": f"{YEARS}five_years_are_upgraded {YEARS}who_stands",
            "the release before goes on beside new migrations": "keeper/test_migrations.py",
            "five years backed up and tried while people come": YEARS + "five_years_are_backed",
            "moving to another server": "acceptance/test_moving.py",
            "a rules change replays all logs": "ladder/test_commands.py::logs_of_an_older",
            "alarms": "keeper/test_alarms.py",
        },
    ),
    *_of(LOAD, {"visits, uploads and polls are sent and counted": "ladder/test_load_bench.py"}),
    *_of(
        "7 what may come in",
        {
            "what people type: no control characters, nothing that turns letters round": "pages/test_typed_texts.py",
            "names and reasons of commands and old months": "ladder/test_people_commands.py::reasons ladder/test_import_values.py",
            "hostile files end in one of the outcomes": "test_hostile_logs.py games/test_hostile.py",
            "gzip, zip and JSON within their limits": "test_intake.py",
            "bodies, lengths, parts and fields": "pages/test_odd_requests.py pages/test_upload.py",
            "attacks on the running site": "faults/test_attacks.py",
            "spreadsheets": "pages/test_hostile_imports.py pages/test_imports.py::a_formula ladder/test_import_values.py",
            "memory of a worker's child": "ladder/test_celery.py::a_child_cannot ladder/test_celery.py::a_task_out",
            "bodies of the API by the rules of logs": "api/test_bodies.py",
            "every operation of the API with generated requests": "api/test_schema.py::no_operation",
        },
    ),
    *_of(
        "8 what goes out",
        {
            "exports read back equal, no name becomes a formula": "pages/test_exports.py",
            "headers of every answer, lines of the log": "ladder/test_settings.py faults/test_attacks.py::odd faults/test_attacks.py::just_below",
            "texts made of templates": "publishing/test_pieces.py",
            "letters without line ends in their heads": "notices/test_sending.py::line_ends",
            "no name leads out of a folder": "publishing/test_targets.py::no_name",
        },
    ),
    *_of(
        "9 who may",
        {
            "every cell of the table of roles, pages": "pages/test_permissions.py",
            "every cell, acts": "ladder/test_permissions.py",
            "every cell, API": "api/test_writing.py::every_cell api/test_tournaments.py::every_cell",
            "logins": "ladder/test_login.py pages/test_accounts.py",
            "sessions, links in letters": "ladder/test_sessions.py",
            "a login takes as long whoever it is": "ladder/test_login_time.py",
            "tokens": "api/test_tokens.py api/test_writing.py::a_token",
            "limits of requests": "pages/test_limits.py",
            "reading changes nothing": "pages/test_every_page.py::a_reading_page",
        },
    ),
    *_of(
        "10 calling others",
        {
            "eighty spellings of our own network: no connection": "games/test_outgoing.py",
            "none of them is saved, for any kind of target": "publishing/test_targets.py::no_spelling",
            "servers that never come to an end": "games/test_outgoing.py::a_slow publishing/test_targets.py::a_server_that_never",
            "webhooks": "webhooks/test_sending.py",
            "chats": "notices/test_chats.py::nothing_is_sent",
        },
    ),
    *_of(
        "11 settings and supply",
        {
            "start is refused on unsafe settings": "ladder/test_checks.py",
            "each setting is told of": "keeper/test_settings_table.py",
            "pinned with hashes": "keeper/test_supply.py",
            "units, Procfile, nginx and Caddy": "keeper/test_deploy.py keeper/test_proxies.py",
            "Dockerfile and compose name what is there": "keeper/test_containers.py",
            "commands where something is missing": "keeper/test_commands_without_database.py",
        },
    ),
)

"""What may come in, at most. Plain numbers, read by every layer; bytes unless the name says otherwise."""

KB = 1024
MB = 1024 * KB

# Requests
UPLOAD_BODY = 20 * MB  # upload pages
OTHER_BODY = 256 * KB  # every other page and the API
BODY_PARTS = 20
BODY_FIELDS = 200
LIST_FIELDS = 10_000  # of a form with boxes for everybody: place, score and version of two thousand people
HEADER_BYTES = 16 * KB
STATEMENT_SECONDS = 5  # of the database, for a page
SILENCE_SECONDS = 10  # of the database's machine, when nothing comes from it any more, not even that it is gone
SLOW_SECONDS = 10  # a request may take so long to come, or its answer to be taken …
SLOW_BYTES = 20 * KB  # … and one more second for each of so many bytes
CONNECTIONS = 64  # of one web process, on which something comes or goes at this moment

# A log
LOG_BYTES = 40 * MB  # unpacked, counted while unpacking
LOG_RATIO = 200  # unpacked to packed

# A zip of logs
ZIP_ENTRIES = 50
ZIP_BYTES = 80 * MB  # all entries together, unpacked

# Tables
SHEET_BYTES = 20 * MB  # a CSV or XLSX as it comes
SHEET_UNPACKED = 100 * MB  # all parts of an XLSX, counted while unpacking
SHEET_ROWS = 50_000  # read; those that follow are not looked at
SHEET_COLUMNS = 200
EXPORT_ROWS = 50_000

# JSON
JSON_DEPTH = 64
JSON_INTEGER = 2**53
JSON_STRING = 100 * KB
JSON_VALUES = 1_000_000  # told by commas; the largest log that is known has 60,000
LOG_PACKETS = 20_000
LOG_NOTIFICATIONS = 200_000

# Texts, in characters after NFC
NAME_LENGTH = 64
TEXT_LENGTH = 10_000
REASON_LENGTH = 1_000

# Matches, in hours
OBJECTION_HOURS = 72  # for those at the table, after a log verified the match
KEY_HOURS = 24  # an idempotency key is kept

SCORE = 2**53  # of one seat, above or below zero; the points of an imported month as well

# Judging
TASK_SOFT_SECONDS = 5
TASK_HARD_SECONDS = 10
TASK_LAST_START_SECONDS = 4  # a bulk task takes no further row after this
CHILD_MEMORY = 512 * MB
ATTEMPTS = 3  # then `errored`
LEASE_SECONDS = 30
MONTHS_SOFT_SECONDS, MONTHS_HARD_SECONDS = 60, 90
"""For closing a month of any size."""
IMPORT_AT_ONCE_BYTES = 128 * KB  # the dry run of a larger file is a worker's
IMPORT_SOFT_SECONDS, IMPORT_HARD_SECONDS = 600, 630
"""For writing a file of any size into a league."""
BACKUP_SOFT_SECONDS, BACKUP_HARD_SECONDS = 7_200, 7_260
"""For a backup of any size, and its drill."""
IMPORT_LEASE_SECONDS = 60  # until another looks whether somebody is still at it
SWEEP_SECONDS = 20
WATCH_SECONDS = 120  # between two looks of the clock at whether workers are silent
DEAF_SECONDS = 60  # a worker that takes no task for so long while rows wait ends itself
BELL_SECONDS = 0.5  # a bell that cannot be rung in this time is left to the sweep
OUTBOX_LEASE_SECONDS = 120  # sending lasts longer than judging
OUTBOX_SOFT_SECONDS = 60
OUTBOX_HARD_SECONDS = 75
OUTBOX_SLICE_SECONDS = 20  # after this, a long sending goes on in another task

# Per minute, for (visitor, account, token)
PAGES_A_MINUTE = (120, 300, 300)
SEARCHES_A_MINUTE = (20, 60, 60)
UPLOADS_A_MINUTE = (5, 30, 60)

# Calling others
CONNECT_SECONDS = 5
ANSWER_SECONDS = 10  # a whole request over http, or one step of a file transfer
ANSWER_BYTES = 64 * KB

FOLLOWS = 200  # of one account

# Webhooks
WEBHOOKS_OF_A_LEAGUE = 20
WEBHOOK_LOG_DAYS = 30

# Notices
NOTICE_TRIES = 6
NOTICE_APART_SECONDS = 600  # between two messages about one thing
NOTICES_AN_HOUR = 10  # messages to one person on one channel
GROUP_NOTICES_A_MINUTE = 20  # messages to a chat of many
NOTICES_TOGETHER = 30  # told in one message; the page has the others
NOTICE_TEXT = 4_000  # characters of a message in a chat
NOTICE_TEXT_SHORT, DISCORD_TEXT = 1_700, 2_000  # the same for Discord, before and after its signs are quoted
NOTICE_FAILURES = 3  # refusals for good, one after another, after which an address is switched off
NOTICE_CODES_AN_HOUR = 3  # sent to new addresses by one account
NOTICE_CODE_TRIES = 5
NOTICE_DAYS = 180  # notices are kept

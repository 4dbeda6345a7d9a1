"""Whatever a page does a program can do, but for what is said here to be left to pages, and why."""

from collections.abc import Iterator
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

from ladder.api.schema import document
from ladder.director.entrants import ACTS as ENTRANT_ACTS
from ladder.director.overview import STAGE_ACTS
from ladder.director.rounds import ACTS as ROUND_ACTS
from ladder.director.tables import ACTS as TABLE_ACTS

LOG_IN = "who logs in, with which browser, and under which address, is a person"
SECRET = "a secret is typed, or shown once, and what it opens is confirmed by a person"
GOODBYE = "whose data it is asks, and a person makes sure"
SHEET = "a file is laid out and looked at in steps; `import_months` and `import_results` do it for programs"
OPERATIONS: dict[str, str] = {
    "account": "me_change",
    "preferences": "me_change",
    "notices_read": "notices_read",
    "notice_follow": "notices_read",
    "notice_settings": "notices_settings_change",
    "notice_stop": "notices_settings_change",
    "follow": "follows_set",
    "problem_report": "problems_create",
    "problem_answer": "problems_answer",
    "me": "claims_create",
    "role_grant": "roles_grant",
    "role_revoke": "roles_revoke",
    "publication_again": "publications_again",
    "publish_pause": "targets_pause",
    "publish_now": "targets_publish",
    "publish_back": "targets_back",
    "webhook_add": "webhooks_create",
    "webhook": "webhooks_change",
    "webhooks.pause": "webhooks_pause",
    "webhooks.attempt": "webhooks_try",
    "webhooks.renew": "webhooks_renew",
    "webhooks.remove": "webhooks_remove",
    "webhooks.again": "webhooks_send_again",
    "site_webhook_add": "webhooks_create",
    "site_webhook": "webhooks_change",
    "league_rules_edit": "leagues_rules_change",
    "pool_new": "pools_create",
    "pool_change": "pools_change",
    "pool_pause": "pools_pause",
    "game_new": "games_create",
    "desk_take": "queue_take",
    "desk_comment": "queue_comment",
    "desk_remind": "months_remind",
    "desk_grace": "months_grace",
    "desk_league": "leagues_settling",
    "desk_closing": "leagues_settling",
    "desk_silence": "leagues_settling",
    "desk_close": "months_close",
    "desk_revise": "months_revise months_decline",
    "desk_rule": "months_rule",
    "player_claim": "players_claim",
    "player_same": "players_same",
    "player_merge": "players_merge",
    "player_edit": "players_rename players_identify",
    "player_hide": "players_hide",
    "claim_act": "claims_vouch claims_accept claims_decline",
    "merge_undo": "players_unmerge",
    "different": "players_different",
    "match_confirm": "matches_confirm",
    "match_dispute": "matches_dispute",
    "match_state": "matches_state",
    "match_correct": "matches_correct",
    "match_decide": "matches_confirm",
    "match_report_error": "matches_report_error",
    "match_answer": "matches_answer_report",
    "match_comment": "matches_comment",
    "match_void": "matches_void",
    "match_restore": "matches_restore",
    "upload": "submissions_create",
    "upload_save": "submissions_create",
    "upload_shared": "submissions_create",
    "result": "matches_create",
    "verification_again": "verifications_again",
    "tournament_dates": "dates_propose",
    "tournament_date": "dates_answer",
    "tournament_absent": "tables_absent",
    "tournament_enter": "tournaments_enter",
    "tournament_check_in": "tournaments_check_in",
    "tournament_check_in_round": "entrants_here",
    "tournament_offer": "offers_answer",
    "tournament_leave": "tournaments_withdraw",
    "director_new": "tournaments_create",
    "director_advance": "tournaments_advance",
    "director_cancel": "tournaments_cancel",
    "director_message": "tournaments_message",
    "director_undo": "tournaments_undo",
    "director_challenge": "stages_challenge",
    "director_season": "tournaments_season",
    "director_terms": "tournaments_terms",
    "director_enter": "tournaments_enter",
    "director_enter_list": "tournaments_enter",
    "director_check_in": "tournaments_check_in",
    "director_remind": "tournaments_remind",
    "director_seeds": "entrants_seed",
    "director_clubs": "entrants_club",
    "director_round_check_in": "entrants_here",
    "director_replace": "stages_replace",
    "director_apart": "apart_add",
    "director_apart_remove": "apart_remove",
    "director_grant": "event_roles_grant",
    "director_revoke": "event_roles_remove",
    "director_results": "tournaments_result tables_ask",
}
"""The operation for each page, by the name of its address."""
SEVERAL: dict[str, dict[str, str]] = {
    "director_stage": {"start": "stages_start", "complete": "stages_complete", "pair": "tournaments_pair"},
    "director_entrant": {
        "withdraw": "tournaments_withdraw",
        "promote": "entrants_promote",
        "drop": "tournaments_withdraw",
        "back": "entrants_back",
        "late": "tournaments_enter",
        "away": "entrants_away",
        "return": "entrants_return",
    },
    "director_round_act": {
        "place": "rounds_move tournaments_swap",
        "alternative": "rounds_alternative",
        "again": "tournaments_pair",
        "lock": "tables_lock",
        "publish": "tournaments_publish rounds_schedule",
        "unschedule": "rounds_schedule",
        "discard": "rounds_discard",
        "withdraw": "rounds_withdraw",
        "reopen": "rounds_reopen",
        "delete": "rounds_delete",
        "complete": "rounds_complete",
        "extend": "rounds_extend",
    },
    "director_table_act": {
        "adjudicate": "tables_adjudicate",
        "correct": "tables_correct",
        "detach": "tables_detach",
        "none": "tables_no_result",
        "substitute": "tables_substitute",
        "absent": "tables_absent",
        "came": "tables_came",
        "ask": "tables_ask",
        "forfeit": "tables_forfeit",
        "leader": "tables_adjudicate",
        "offer": "tables_offer",
        "answer": "offers_answer",
    },
}
"""The same of pages that do several things."""
LEFT: dict[str, str] = {
    "tokens": LOG_IN,
    "sessions_end": LOG_IN,
    "token_revoke": LOG_IN,
    "site": "the settings of the site are changed in the administration",
    "notice_address": LOG_IN,
    "calendar_new": SECRET,
    "publish_add": SECRET,
    "publish_target": SECRET,
    "publish_test": SECRET,
    "publish_key": SECRET,
    "publish_remove": SECRET,
    "publish_pieces": "texts are looked at while they are written",
    "report_file": "a report of FIDE is read and written on its page, and by `pair_trf`",
    "imports": SHEET,
    "import": SHEET,
    "import_check": SHEET,
    "import_look": SHEET,
    "import_run": SHEET,
    "import_undo": SHEET,
    "player_forget": GOODBYE,
    "deletion_act": GOODBYE,
    "person_export": GOODBYE,
    "account_delete": GOODBYE,
    "account_stay": GOODBYE,
}
"""What is left to pages."""


def methods(view: Any) -> list[str]:
    """The methods that a view takes, as its decorators say; all where they say nothing."""
    while view is not None:
        for cell in getattr(view, "__closure__", None) or ():
            found = cell.cell_contents
            if (
                isinstance(found, list | tuple)
                and found
                and all(isinstance(one, str) and one.isupper() for one in found)
            ):
                return list(found)
        view = getattr(view, "__wrapped__", None)
    return ["POST"]


def acting(patterns: list[Any]) -> Iterator[str]:
    """The addresses of our own pages with which something is done, by their names."""
    for one in patterns:
        if isinstance(one, URLResolver):
            yield from acting(one.url_patterns)
        elif isinstance(one, URLPattern) and one.callback.__module__.startswith("ladder."):
            module = one.callback.__module__.removeprefix("ladder.")
            if not module.startswith("api.") and "POST" in methods(one.callback):
                yield one.name or f"{module.removeprefix('views.')}.{one.callback.__name__}"


def test_every_act_of_a_page_is_an_operation_or_left_with_a_reason() -> None:
    names = set(acting(get_resolver().url_patterns))
    told = OPERATIONS.keys() | SEVERAL.keys() | LEFT.keys()
    assert names - told == set(), "pages that do what no program can"
    assert told - names == set(), "no such page"
    assert not OPERATIONS.keys() & LEFT.keys()
    known = {one["operationId"] for methods in document()["paths"].values() for one in methods.values()}
    each = [*OPERATIONS.values(), *(names for acts in SEVERAL.values() for names in acts.values())]
    assert {name for names in each for name in names.split()} - known == set()
    acts = {
        "director_stage": STAGE_ACTS,
        "director_entrant": ENTRANT_ACTS,
        "director_round_act": ROUND_ACTS,
        "director_table_act": TABLE_ACTS,
    }
    assert {name: sorted(its) for name, its in acts.items()} == {name: sorted(its) for name, its in SEVERAL.items()}

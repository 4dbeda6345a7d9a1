"""Addresses of the API. Lists and things end with a stroke; acts upon them, and what follows from them, do not."""

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.urls import Resolver404, include, path, re_path, resolve
from django.views.decorators.csrf import csrf_exempt

from ladder.api import (
    games,
    keeping,
    leagues,
    matches,
    me,
    months,
    pages,
    people,
    players,
    submissions,
    tournament_acts,
    tournaments,
    verifications,
    webhooks,
)
from ladder.api.problems import not_found, plain_answer
from ladder.api.schema import schema

MONTH = "leagues/<slug:league>/months/<slug:month>/"
PLAYER = "players/<slug:player>/"
MATCH = "matches/<slug:match>/"
EVENT = "tournaments/<slug:tournament>/"


@csrf_exempt
def nothing(request: HttpRequest, rest: str) -> HttpResponse:
    """An address that is none, or that has a stroke at its end too much or too little."""
    other = request.path[:-1] if request.path.endswith("/") else f"{request.path}/"
    try:
        known = resolve(other).func is not nothing
    except Resolver404:
        known = False
    if not known:
        return plain_answer(not_found())
    query = request.META.get("QUERY_STRING", "")
    answer = HttpResponsePermanentRedirect(f"{other}?{query}" if query else other)
    answer.status_code = 308  # the method stays
    return answer


nothing.is_api = True  # type: ignore[attr-defined]

RESOURCES = [
    path("games/", games.Games.as_view()),
    path("games/<slug:key>/", games.OneGame.as_view()),
    path("leagues/", leagues.Leagues.as_view()),
    path("leagues/<slug:league>/", leagues.League.as_view()),
    path("leagues/<slug:league>/rules/", leagues.Rules.as_view()),
    path("leagues/<slug:league>/months/", months.Months.as_view()),
    path(MONTH, months.Month.as_view()),
    path(f"{MONTH}ranking", months.RankingOf.as_view()),
    path(f"{MONTH}ranking/<slug:player>/why", months.Why.as_view()),
    path(f"{MONTH}revisions/", months.Revisions.as_view()),
    path(f"{MONTH}revisions/<int:number>/diff", months.Diff.as_view()),
    path(f"{MONTH}close", months.Close.as_view()),
    path(f"{MONTH}grace", months.Grace.as_view()),
    path(f"{MONTH}revise", months.Revise.as_view()),
    path(f"{MONTH}decline", months.Decline.as_view()),
    path("players/", players.Players.as_view()),
    path(PLAYER, players.OnePlayer.as_view()),
    path(f"{PLAYER}results", players.Results.as_view()),
    path(f"{PLAYER}ratings", players.Ratings.as_view()),
    path(f"{PLAYER}vs/<slug:other>", players.Versus.as_view()),
    path(f"{PLAYER}claim", people.ClaimPlayer.as_view()),
    path(f"{PLAYER}merge", people.MergePlayer.as_view()),
    path(f"{PLAYER}unmerge", people.UnmergePlayer.as_view()),
    path("matches/", matches.Matches.as_view()),
    path(MATCH, matches.OneMatch.as_view()),
    path(f"{MATCH}confirm", matches.Confirm.as_view()),
    path(f"{MATCH}dispute", matches.Dispute.as_view()),
    path(f"{MATCH}state", matches.State.as_view()),
    path(f"{MATCH}correct", matches.Correct.as_view()),
    path(f"{MATCH}void", matches.Void.as_view()),
    path(f"{MATCH}restore", matches.Restore.as_view()),
    path("submissions/", submissions.Submissions.as_view()),
    path("submissions/<int:pk>/", submissions.OneSubmission.as_view()),
    path("verifications/<int:pk>/", verifications.OneVerification.as_view()),
    path("verifications/<int:pk>/position", verifications.Position.as_view()),
    path("verifications/<int:pk>/position.svg", verifications.Drawing.as_view()),
    path("tournaments/", tournaments.Tournaments.as_view()),
    path(EVENT, tournaments.OneTournament.as_view()),
    path(f"{EVENT}entrants/", tournaments.Entrants.as_view()),
    path(f"{EVENT}entrants/<int:pk>/", tournaments.OneEntrant.as_view()),
    path(f"{EVENT}entrants/<int:pk>/withdraw", tournament_acts.Withdraw.as_view()),
    path(f"{EVENT}entrants/<int:pk>/check-in", tournament_acts.CheckIn.as_view()),
    path(f"{EVENT}stages/", tournaments.Stages.as_view()),
    path(f"{EVENT}stages/<int:number>/", tournaments.OneStage.as_view()),
    path(f"{EVENT}stages/<int:number>/pair", tournament_acts.Pair.as_view()),
    path(f"{EVENT}stages/<int:number>/start", tournament_acts.StartStage.as_view()),
    path(f"{EVENT}stages/<int:number>/complete", tournament_acts.CompleteStage.as_view()),
    path(f"{EVENT}rounds/", tournaments.Rounds.as_view()),
    path(f"{EVENT}rounds/<int:pk>/", tournaments.OneRound.as_view()),
    path(f"{EVENT}rounds/<int:pk>/swap", tournament_acts.Swap.as_view()),
    path(f"{EVENT}rounds/<int:pk>/publish", tournament_acts.Publish.as_view()),
    path(f"{EVENT}tables/", tournaments.TablesOf.as_view()),
    path(f"{EVENT}tables/<int:pk>/", tournaments.OneTable.as_view()),
    path(f"{EVENT}tables/<int:pk>/result", tournament_acts.TableResult.as_view()),
    path(f"{EVENT}standings", tournaments.Standings.as_view()),
    path(f"{EVENT}bracket", tournaments.Bracket.as_view()),
    path(f"{EVENT}acts/", tournament_acts.Acts.as_view()),
    path(f"{EVENT}enter", tournament_acts.Enter.as_view()),
    path(f"{EVENT}advance", tournament_acts.Advance.as_view()),
    path(f"{EVENT}undo", tournament_acts.Undo.as_view()),
    path("me/", me.Me.as_view()),
    path("queue/", keeping.Queue.as_view()),
    path("audit/", keeping.Audit.as_view()),
    path("publications/", keeping.Publications.as_view()),
    path("webhooks/", webhooks.Webhooks.as_view()),
    path("webhooks/<int:pk>/", webhooks.OneWebhook.as_view()),
    path("webhooks/<int:pk>/deliveries/", webhooks.Deliveries.as_view()),
    path("webhooks/<int:pk>/change", webhooks.Change.as_view()),
    path("webhooks/<int:pk>/pause", webhooks.Pause.as_view()),
    path("webhooks/<int:pk>/remove", webhooks.Remove.as_view()),
    path("webhooks/<int:pk>/try", webhooks.Try.as_view()),
]
"""Below `/api/v1/`."""

urlpatterns = [
    path("v1/", include(RESOURCES)),
    path("schema/", schema, name="api_schema"),
    path("docs/", pages.docs, name="api_docs"),
    path("docs/<slug:tag>/", pages.resource, name="api_resource"),
    re_path(r"^v1/(?P<rest>[\s\S]*)$", nothing),
]

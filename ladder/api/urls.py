"""Addresses of the API. Lists and things end with a stroke; acts upon them, and what follows from them, do not."""

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.urls import Resolver404, include, path, re_path, resolve
from django.views.decorators.csrf import csrf_exempt

from ladder.api import (
    desk_acts,
    field_acts,
    games,
    keeping,
    league_acts,
    leagues,
    match_words,
    matches,
    me,
    months,
    own,
    pages,
    people,
    people_acts,
    players,
    publishing,
    round_acts,
    submissions,
    table_acts,
    tournament_acts,
    tournament_making,
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
ENTRANT = f"{EVENT}entrants/<int:pk>/"
ROUND = f"{EVENT}rounds/<int:pk>/"
TABLE = f"{EVENT}tables/<int:pk>/"
POOL = "leagues/<slug:league>/pools/<slug:pool>/"


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
    path("games/", league_acts.AllGames.as_view()),
    path("games/<slug:key>/", games.OneGame.as_view()),
    path("leagues/", leagues.Leagues.as_view()),
    path("leagues/<slug:league>/", leagues.League.as_view()),
    path("leagues/<slug:league>/rules/", league_acts.ChangeRules.as_view()),
    path("leagues/<slug:league>/settling", league_acts.Settling.as_view()),
    path("leagues/<slug:league>/roles/", league_acts.LeagueRoles.as_view()),
    path("leagues/<slug:league>/roles/<int:pk>/revoke", league_acts.RevokeRole.as_view()),
    path("leagues/<slug:league>/pools/", league_acts.Pools.as_view()),
    path(POOL, league_acts.OnePool.as_view()),
    path(f"{POOL}ratings", league_acts.PoolRatings.as_view()),
    path(f"{POOL}change", league_acts.ChangePool.as_view()),
    path(f"{POOL}pause", league_acts.PausePool.as_view()),
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
    path(f"{MONTH}rule", desk_acts.Rule.as_view()),
    path(f"{MONTH}remind", desk_acts.RemindMatch.as_view()),
    path("players/", players.Players.as_view()),
    path(PLAYER, players.OnePlayer.as_view()),
    path(f"{PLAYER}results", players.Results.as_view()),
    path(f"{PLAYER}ratings", players.Ratings.as_view()),
    path(f"{PLAYER}vs/<slug:other>", players.Versus.as_view()),
    path(f"{PLAYER}claim", people.ClaimPlayer.as_view()),
    path(f"{PLAYER}merge", people.MergePlayer.as_view()),
    path(f"{PLAYER}unmerge", people.UnmergePlayer.as_view()),
    path(f"{PLAYER}rename", people_acts.Rename.as_view()),
    path(f"{PLAYER}identify", people_acts.AddIdentity.as_view()),
    path(f"{PLAYER}hide", people_acts.Hide.as_view()),
    path(f"{PLAYER}same", people_acts.Same.as_view()),
    path(f"{PLAYER}different", people_acts.Different.as_view()),
    path("claims/", people_acts.Claims.as_view()),
    path("claims/<int:pk>/vouch", people_acts.Vouch.as_view()),
    path("claims/<int:pk>/accept", people_acts.Accept.as_view()),
    path("claims/<int:pk>/decline", people_acts.DeclineClaim.as_view()),
    path("matches/", matches.Matches.as_view()),
    path(MATCH, matches.OneMatch.as_view()),
    path(f"{MATCH}confirm", matches.Confirm.as_view()),
    path(f"{MATCH}dispute", matches.Dispute.as_view()),
    path(f"{MATCH}state", matches.State.as_view()),
    path(f"{MATCH}correct", matches.Correct.as_view()),
    path(f"{MATCH}void", matches.Void.as_view()),
    path(f"{MATCH}restore", matches.Restore.as_view()),
    path(f"{MATCH}history", match_words.History.as_view()),
    path(f"{MATCH}report", match_words.ReportError.as_view()),
    path(f"{MATCH}answer", match_words.AnswerReport.as_view()),
    path(f"{MATCH}comment", match_words.Comment.as_view()),
    path("submissions/", submissions.Submissions.as_view()),
    path("submissions/<int:pk>/", submissions.OneSubmission.as_view()),
    path("verifications/<int:pk>/", verifications.OneVerification.as_view()),
    path("verifications/<int:pk>/log", verifications.RawLog.as_view()),
    path("verifications/<int:pk>/again", verifications.Again.as_view()),
    path("verifications/<int:pk>/position", verifications.Position.as_view()),
    path("verifications/<int:pk>/position.svg", verifications.Drawing.as_view()),
    path("tournaments/", tournament_making.AllTournaments.as_view()),
    path(EVENT, tournaments.OneTournament.as_view()),
    path(f"{EVENT}entrants/", tournaments.Entrants.as_view()),
    path(ENTRANT, tournaments.OneEntrant.as_view()),
    path(f"{ENTRANT}withdraw", tournament_acts.Withdraw.as_view()),
    path(f"{ENTRANT}check-in", tournament_acts.CheckIn.as_view()),
    path(f"{ENTRANT}promote", field_acts.promote),
    path(f"{ENTRANT}back", field_acts.Back.as_view()),
    path(f"{ENTRANT}away", field_acts.away),
    path(f"{ENTRANT}return", field_acts.back),
    path(f"{ENTRANT}seed", field_acts.SeedEntrant.as_view()),
    path(f"{ENTRANT}club", field_acts.Club.as_view()),
    path(f"{ENTRANT}here", field_acts.Here.as_view()),
    path(f"{EVENT}stages/", tournaments.Stages.as_view()),
    path(f"{EVENT}stages/<int:number>/", tournaments.OneStage.as_view()),
    path(f"{EVENT}stages/<int:number>/pair", tournament_acts.Pair.as_view()),
    path(f"{EVENT}stages/<int:number>/start", tournament_acts.StartStage.as_view()),
    path(f"{EVENT}stages/<int:number>/complete", tournament_acts.CompleteStage.as_view()),
    path(f"{EVENT}stages/<int:number>/replace", field_acts.Replace.as_view()),
    path(f"{EVENT}stages/<int:number>/challenge", tournament_making.Challenge.as_view()),
    path(f"{EVENT}rounds/", tournaments.Rounds.as_view()),
    path(ROUND, tournaments.OneRound.as_view()),
    path(f"{ROUND}swap", tournament_acts.Swap.as_view()),
    path(f"{ROUND}publish", tournament_acts.Publish.as_view()),
    path(f"{ROUND}move", round_acts.Move.as_view()),
    path(f"{ROUND}alternative", round_acts.Alternative.as_view()),
    path(f"{ROUND}schedule", round_acts.Schedule.as_view()),
    path(f"{ROUND}discard", round_acts.Discard.as_view()),
    path(f"{ROUND}withdraw", round_acts.WithdrawRound.as_view()),
    path(f"{ROUND}reopen", round_acts.Reopen.as_view()),
    path(f"{ROUND}delete", round_acts.Delete.as_view()),
    path(f"{ROUND}complete", round_acts.Complete.as_view()),
    path(f"{ROUND}extend", round_acts.Extend.as_view()),
    path(f"{EVENT}tables/", tournaments.TablesOf.as_view()),
    path(TABLE, tournaments.OneTable.as_view()),
    path(f"{TABLE}result", tournament_acts.TableResult.as_view()),
    path(f"{TABLE}correct", table_acts.CorrectTable.as_view()),
    path(f"{TABLE}detach", table_acts.DetachTable.as_view()),
    path(f"{TABLE}no-result", table_acts.NoResult.as_view()),
    path(f"{TABLE}adjudicate", table_acts.Adjudicate.as_view()),
    path(f"{TABLE}ask", table_acts.Ask.as_view()),
    path(f"{TABLE}forfeit", table_acts.Forfeit.as_view()),
    path(f"{TABLE}substitute", table_acts.Substitute.as_view()),
    path(f"{TABLE}absent", table_acts.Absent.as_view()),
    path(f"{TABLE}came", table_acts.Came.as_view()),
    path(f"{TABLE}offer", table_acts.OfferSeat.as_view()),
    path(f"{TABLE}lock", round_acts.Lock.as_view()),
    path(f"{TABLE}dates/", table_acts.Dates.as_view()),
    path(f"{TABLE}dates/<int:date>/answer", table_acts.DateAnswer.as_view()),
    path(f"{EVENT}offers/", table_acts.Offers.as_view()),
    path(f"{EVENT}offers/<int:pk>/answer", table_acts.OfferAnswer.as_view()),
    path(f"{EVENT}apart/", field_acts.Apart.as_view()),
    path(f"{EVENT}apart/<int:pk>/remove", field_acts.NotApart.as_view()),
    path(f"{EVENT}roles/", field_acts.Roles.as_view()),
    path(f"{EVENT}roles/<int:pk>/remove", field_acts.TakeRole.as_view()),
    path(f"{EVENT}message", field_acts.Message.as_view()),
    path(f"{EVENT}remind", field_acts.Remind.as_view()),
    path(f"{EVENT}terms", tournament_making.ChangeTerms.as_view()),
    path(f"{EVENT}cancel", tournament_making.Cancel.as_view()),
    path(f"{EVENT}season", tournament_making.Season.as_view()),
    path(f"{EVENT}standings", tournaments.Standings.as_view()),
    path(f"{EVENT}diary", tournaments.Diary.as_view()),
    path(f"{EVENT}bracket", tournaments.Bracket.as_view()),
    path(f"{EVENT}acts/", tournament_acts.Acts.as_view()),
    path(f"{EVENT}enter", tournament_acts.Enter.as_view()),
    path(f"{EVENT}advance", tournament_acts.Advance.as_view()),
    path(f"{EVENT}undo", tournament_acts.Undo.as_view()),
    path("me/", me.Me.as_view()),
    path("me/notices/", own.Notices.as_view()),
    path("me/notices/read", own.ReadNotices.as_view()),
    path("me/notices/settings/", own.Settings.as_view()),
    path("me/change", own.Change.as_view()),
    path("me/follows/", own.Follows.as_view()),
    path("problems/", own.Problems.as_view()),
    path("problems/<int:pk>/answer", own.AnswerProblem.as_view()),
    path("queue/", keeping.Queue.as_view()),
    path("queue/take", desk_acts.Take.as_view()),
    path("queue/comment", desk_acts.CommentItem.as_view()),
    path("audit/", keeping.Audit.as_view()),
    path("publications/", keeping.Publications.as_view()),
    path("publications/<int:pk>/again", publishing.Again.as_view()),
    path("targets/", publishing.Targets.as_view()),
    path("targets/<int:pk>/publish", publishing.Bring.as_view()),
    path("targets/<int:pk>/back", publishing.RollBack.as_view()),
    path("targets/<int:pk>/pause", publishing.PauseTarget.as_view()),
    path("webhooks/", webhooks.Webhooks.as_view()),
    path("webhooks/<int:pk>/", webhooks.OneWebhook.as_view()),
    path("webhooks/<int:pk>/deliveries/", webhooks.Deliveries.as_view()),
    path("webhooks/<int:pk>/change", webhooks.Change.as_view()),
    path("webhooks/<int:pk>/pause", webhooks.Pause.as_view()),
    path("webhooks/<int:pk>/remove", webhooks.Remove.as_view()),
    path("webhooks/<int:pk>/try", webhooks.Try.as_view()),
    path("webhooks/<int:pk>/renew", webhooks.Renew.as_view()),
    path("webhooks/<int:pk>/deliveries/<int:delivery>/again", webhooks.SendAgain.as_view()),
]
"""Below `/api/v1/`."""

urlpatterns = [
    path("v1/", include(RESOURCES)),
    path("schema/", schema, name="api_schema"),
    path("docs/", pages.docs, name="api_docs"),
    path("docs/<slug:tag>/", pages.resource, name="api_resource"),
    re_path(r"^v1/(?P<rest>[\s\S]*)$", nothing),
]

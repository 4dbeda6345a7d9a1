"""More of what is done at a table: corrected, left open, decided by an arbiter; who plays instead; when it is played."""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.forms import MOST_SEATS
from games.models import User
from ladder.api.base import Answer
from ladder.api.matches import meant
from ladder.api.round_acts import table_answer
from ladder.api.schema import operation
from ladder.api.shapes import NAME, REASON, ReasonBody, slugs
from ladder.api.tournament_acts import LineBody, act
from ladder.api.tournament_shapes import TableShape
from ladder.api.tournaments import OfTournament
from ladder.permissions import may
from ladder.services.directing import adjudicates
from ladder.tournament_pages.at_tables import seat_of
from tournaments.models import NoShow, Pairing, PairingSeat, Round, SeatOffer, TableDate
from tournaments.services.at_tables import date_answer, date_propose, no_show_report, no_show_withdraw, table_ask
from tournaments.services.deadlines import table_forfeit
from tournaments.services.errors import Refused
from tournaments.services.offers import offer_answer, seat_offer
from tournaments.services.results import Line, result_correct, result_detach, result_enter, table_no_result
from tournaments.services.substitutes import seat_substitute

TAG = "tables"
IDS = {"min_value": 1, "max_value": 2**62}


def falling() -> serializers.ListField:
    return serializers.ListField(
        child=serializers.IntegerField(**IDS),
        default=list,
        max_length=999,
        help_text="Later tables whose results fall with it, as the refusal `tournament.results_fall` named them.",
    )


class DetachBody(ReasonBody):
    """Why, and which later results may fall."""

    falls = falling()


class CorrectTableBody(DetachBody):
    """The result that is to stand instead."""

    lines = LineBody(many=True, min_length=2, max_length=MOST_SEATS)
    game = serializers.IntegerField(min_value=1, max_value=5, default=1, help_text="Which one, of a best of several.")


class AdjudicateBody(serializers.Serializer):
    """How the table ends."""

    lines = LineBody(many=True, min_length=2, max_length=MOST_SEATS)


class SubstituteBody(serializers.Serializer):
    """Who plays instead; nobody named: the entrant plays himself again."""

    entrant = serializers.IntegerField(**IDS)
    player = slugs(required=False)
    name = serializers.CharField(max_length=NAME, required=False)
    reason = serializers.CharField(max_length=REASON, default="", allow_blank=True)


class AtTableBody(serializers.Serializer):
    """Somebody of the table."""

    entrant = serializers.IntegerField(**IDS)


class ProposeBody(serializers.Serializer):
    """A time at which you can."""

    at = serializers.DateTimeField()


class CanBody(serializers.Serializer):
    """Whether you can at that time."""

    can = serializers.BooleanField()


class TakeBody(serializers.Serializer):
    """Whether the seat is taken."""

    accepts = serializers.BooleanField()


class DateShape(serializers.Serializer):
    """A proposed time; agreed once everybody of the table can."""

    id = serializers.IntegerField(source="pk")
    at = serializers.DateTimeField()
    agreed = serializers.SerializerMethodField()
    can = serializers.SerializerMethodField(help_text="The entrants who can.")

    def get_agreed(self, date: TableDate) -> bool:
        return date.agreed_at is not None

    def get_can(self, date: TableDate) -> list[int]:
        return [answer.entrant_id for answer in date.answers.all()]


class OfferShape(serializers.Serializer):
    """A free seat, offered to somebody in reserve."""

    id = serializers.IntegerField(source="pk")
    table = serializers.IntegerField(source="pairing_id")
    seat_of = serializers.IntegerField(source="entrant_id", help_text="The entrant who cannot play.")
    offered_to = serializers.IntegerField(source="reserve_id")
    until = serializers.DateTimeField()
    answer = serializers.ChoiceField(SeatOffer.Answer.values)
    version = serializers.IntegerField()


def lines_of(values: dict[str, Any]) -> dict[int, Line]:
    return {one["entrant"]: Line(one["place"], one["score"], one["flag"]) for one in values["lines"]}


class OfTable(OfTournament):
    """Something of one published table."""

    def table(self, tournament: str, pk: int) -> Pairing:
        found = self.seen(tournament).tournament
        rows = Pairing.objects.select_related("round__stage__tournament").exclude(round__state=Round.State.DRAFT)
        return get_object_or_404(rows, pk=pk, round__stage__tournament=found)

    def do(
        self,
        tournament: str,
        pk: int,
        allowed: str,
        service: Callable[[Pairing, int], object],
        *,
        versioned: bool = True,
    ) -> Response:
        table = self.table(tournament, pk)
        self.check(allowed, table)
        if allowed == "adjudicate" and not (may(self.request.user, "direct", table) or self.asked_about(table)):
            raise PermissionDenied
        version = self.version_seen() if versioned else 0

        def acted() -> Answer:
            service(table, version)
            return table_answer(self, table)

        return self.write(acted)

    def asked_about(self, table: Pairing) -> bool:
        """Whether the table was put before this arbiter."""
        return adjudicates(self.request.user, table)

    def seat(self, table: Pairing, allowed: str) -> PairingSeat:
        """The seat of the account of the token, which may do this; 403 for whoever sits elsewhere."""
        user = self.request.user
        found = seat_of(table, user) if isinstance(user, User) else None
        if found is None or not may(user, allowed, table):
            raise PermissionDenied
        return found


class CorrectTable(OfTable):
    @act("tables_correct", "Put another result of a table in place", TableShape, CorrectTableBody)
    def post(self, request: Request, tournament: str, pk: int) -> Response:
        values = self.sent(CorrectTableBody)
        more = {"reason": values["reason"], "game": values["game"], "confirmed": values["falls"]}
        return self.do(
            tournament,
            pk,
            "correct_result",
            lambda row, version: result_correct(row, lines_of(values), version=version, by=request.user, **more),
        )


class DetachTable(OfTable):
    @act("tables_detach", "Take the result off a table", TableShape, DetachBody, description="The match itself stays.")
    def post(self, request: Request, tournament: str, pk: int) -> Response:
        values = self.sent(DetachBody)
        more = {"reason": values["reason"], "confirmed": values["falls"]}
        return self.do(
            tournament,
            pk,
            "correct_result",
            lambda row, version: result_detach(row, version=version, by=request.user, **more),
        )


class NoResult(OfTable):
    @act("tables_no_result", "Let a table end without a result", TableShape, ReasonBody)
    def post(self, request: Request, tournament: str, pk: int) -> Response:
        reason = self.sent(ReasonBody)["reason"]
        return self.do(
            tournament,
            pk,
            "leave_undecided",
            lambda row, version: table_no_result(row, version=version, by=request.user, reason=reason),
        )


class Adjudicate(OfTable):
    @act(
        "tables_adjudicate", "Decide how a table ends", TableShape, AdjudicateBody,
        description="As its director, or as an arbiter who was asked about it.",
    )  # fmt: skip
    def post(self, request: Request, tournament: str, pk: int) -> Response:
        lines = lines_of(self.sent(AdjudicateBody))
        return self.do(
            tournament,
            pk,
            "adjudicate",
            lambda row, version: result_enter(row, lines, version=version, by=request.user, ending="adjudicated"),
        )


class Ask(OfTable):
    @act("tables_ask", "Put a table before the arbiters", TableShape, if_match=False)
    def post(self, request: Request, tournament: str, pk: int) -> Response:
        return self.do(tournament, pk, "direct", lambda row, _seen: table_ask(row, by=request.user), versioned=False)


class Forfeit(OfTable):
    @act("tables_forfeit", "Let those lose a table who did not come", TableShape)
    def post(self, request: Request, tournament: str, pk: int) -> Response:
        return self.do(
            tournament, pk, "enter_result", lambda row, version: table_forfeit(row, version=version, by=request.user)
        )


class Substitute(OfTable):
    @act("tables_substitute", "Let somebody play instead", TableShape, SubstituteBody)
    def post(self, request: Request, tournament: str, pk: int) -> Response:
        values = self.sent(SubstituteBody)

        def instead(row: Pairing, version: int) -> object:
            player = meant(values, 0)[0] if "player" in values or "name" in values else None
            reason = values["reason"]
            return seat_substitute(row, values["entrant"], player, version=version, by=request.user, reason=reason)

        return self.do(tournament, pk, "substitute", instead)


class Absent(OfTable):
    @act(
        "tables_absent", "Report who did not come", TableShape, AtTableBody, if_match=False,
        description="As its director, or as somebody of the table once the grace is over.",
    )  # fmt: skip
    def post(self, request: Request, tournament: str, pk: int) -> Response:
        entrant, table = self.sent(AtTableBody)["entrant"], self.table(tournament, pk)
        official = may(request.user, "substitute", table)
        if not official:
            self.seat(table, "report_no_show")
        return self.do(
            tournament,
            pk,
            "substitute" if official else "report_no_show",
            lambda row, _seen: no_show_report(row, entrant, by=request.user, official=official),
            versioned=False,
        )


class Came(OfTable):
    @act("tables_came", "He came after all", TableShape, AtTableBody, if_match=False)
    def post(self, request: Request, tournament: str, pk: int) -> Response:
        entrant = self.sent(AtTableBody)["entrant"]

        def came(row: Pairing, _seen: int) -> None:
            found = NoShow.objects.filter(pairing=row, entrant=entrant).select_related("entrant").first()
            if found is not None:
                no_show_withdraw(found, by=request.user)

        return self.do(tournament, pk, "substitute", came, versioned=False)


class OfferSeat(OfTable):
    @act("tables_offer", "Offer a seat to the next in reserve", TableShape, AtTableBody)
    def post(self, request: Request, tournament: str, pk: int) -> Response:
        entrant = self.sent(AtTableBody)["entrant"]
        return self.do(
            tournament,
            pk,
            "substitute",
            lambda row, version: seat_offer(row, entrant, version=version, by=request.user),
        )


class Dates(OfTable):
    private = True

    @operation(
        "dates_list", "Proposed times of a table", DateShape, tag=TAG, listed=True, private=True,
        description="For those who sit there, and directors.",
    )  # fmt: skip
    def get(self, request: Request, tournament: str, pk: int) -> Response:
        table = self.table(tournament, pk)
        if not may(request.user, "direct", table):
            self.seat(table, "agree_date")
        return self.listed(DateShape, list(table.dates.prefetch_related("answers")))

    @act("dates_propose", "Propose when to play", DateShape, ProposeBody, status=201, if_match=False, tag=TAG)
    def post(self, request: Request, tournament: str, pk: int) -> Response:
        table, at = self.table(tournament, pk), self.sent(ProposeBody)["at"]
        seat = self.seat(table, "agree_date")

        def propose() -> Answer:
            made = date_propose(table, seat.entrant_id, at, by=request.user)
            return self.answer(DateShape, TableDate.objects.get(pk=made.pk), status=201)

        return self.write(propose)


class DateAnswer(OfTable):
    @act("dates_answer", "Say whether you can then", TableShape, CanBody, if_match=False, tag=TAG)
    def post(self, request: Request, tournament: str, pk: int, date: int) -> Response:
        table, can = self.table(tournament, pk), self.sent(CanBody)["can"]
        seat = self.seat(table, "agree_date")
        row = TableDate.objects.filter(pk=date, pairing=table).select_related("pairing").first()
        if row is None:
            raise Http404

        def said() -> Answer:
            date_answer(row, seat.entrant_id, can, by=request.user)
            return table_answer(self, table)

        return self.write(said)


class Offers(OfTournament):
    private = True

    @operation(
        "offers_list", "Seats offered to those in reserve", OfferShape, tag=TAG, listed=True, private=True,
        description="All of them for directors, for others those offered to them.",
    )  # fmt: skip
    def get(self, request: Request, tournament: str) -> Response:
        return self.listed(OfferShape, offers_for(self, tournament))


def offers_for(view: OfTournament, slug: str) -> list[SeatOffer]:
    """The offers that the account of the token may see, and answer."""
    found = view.seen(slug)
    rows = SeatOffer.objects.filter(reserve__tournament=found.tournament)
    if not may(view.request.user, "substitute", found.tournament):
        rows = rows.filter(reserve=found.me.pk if found.me else 0)
    return list(rows.select_related("pairing__round__stage__tournament", "reserve__player", "reserve__tournament"))


class OfferAnswer(OfTournament):
    @act("offers_answer", "Take an offered seat, or decline", OfferShape, TakeBody, tag=TAG)
    def post(self, request: Request, tournament: str, pk: int) -> Response:
        accepts = self.sent(TakeBody)["accepts"]
        row = next((one for one in offers_for(self, tournament) if one.pk == pk), None)
        if row is None:
            raise Http404
        self.check("answer_offer", row.reserve)
        version = self.version_seen()

        def said() -> Answer:
            if row.answer:
                raise Refused("offer_over")
            offer_answer(row, accepts, version=version, by=request.user)
            row.refresh_from_db()
            return self.answer(OfferShape, row, version=row.version)

        return self.write(said)

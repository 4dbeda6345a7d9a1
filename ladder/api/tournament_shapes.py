"""Shapes of tournaments."""

from typing import Any

from rest_framework import serializers

from games.models import Seat
from ladder.api.shapes import Facts, PlayerRef, Points
from tournaments.models import Entrant, Round, Stage, Tournament
from tournaments.selectors.lists import IN


class ListedTournamentShape(serializers.Serializer):
    """A competition that ends."""

    slug = serializers.CharField()
    name = serializers.CharField()
    game = serializers.CharField(source="game.key")
    state = serializers.ChoiceField(Tournament.State.values)
    time_zone = serializers.CharField()
    players = serializers.IntegerField(source="people")
    next_deadline = serializers.DateTimeField(allow_null=True)


class TournamentShape(serializers.Serializer):
    """A tournament with its terms. `version` rises when it changes itself; stages, rounds and tables have their own."""

    slug = serializers.CharField()
    name = serializers.CharField()
    game = serializers.CharField(source="game.key")
    language = serializers.CharField()
    time_zone = serializers.CharField()
    state = serializers.ChoiceField(Tournament.State.values)
    version = serializers.IntegerField()
    players = serializers.SerializerMethodField()
    terms = Facts(source="document")

    def get_players(self, tournament: Tournament) -> int:
        return tournament.entrants.filter(state__in=(*IN, Entrant.State.DROPPED)).count()


class EntrantShape(serializers.Serializer):
    """A player in a tournament."""

    id = serializers.IntegerField(source="pk")
    player = PlayerRef()
    seed = serializers.IntegerField(allow_null=True)
    state = serializers.ChoiceField(Entrant.State.values)
    club = serializers.CharField(allow_blank=True)
    entered_at = serializers.DateTimeField()
    version = serializers.IntegerField()


class StageShape(serializers.Serializer):
    """A part of a tournament under one format."""

    number = serializers.IntegerField()
    format = serializers.CharField(source="terms.format")
    state = serializers.ChoiceField(Stage.State.values)
    version = serializers.IntegerField()
    terms = Facts(source="document")


class TableSeatShape(serializers.Serializer):
    """Somebody at a table; place, score and points once it is decided."""

    number = serializers.IntegerField(help_text="From 0, in turn order.")
    entrant = serializers.IntegerField()
    player = PlayerRef()
    substitute = PlayerRef(allow_null=True, help_text="Who plays instead.")
    place = serializers.IntegerField(allow_null=True)
    score = serializers.IntegerField(allow_null=True)
    flag = serializers.ChoiceField(Seat.Flag.values)
    points = Points(allow_null=True)


class TableShape(serializers.Serializer):
    """A planned match."""

    id = serializers.IntegerField()
    round = serializers.IntegerField()
    number = serializers.IntegerField()
    state = serializers.ChoiceField(["open", "reported", "decided", "no_result"])
    version = serializers.IntegerField()
    best_of = serializers.IntegerField()
    seats = TableSeatShape(many=True)
    matches = serializers.ListField(child=serializers.CharField(), help_text="Addresses of the matches played there.")


class OutShape(serializers.Serializer):
    """Somebody who sits a round out."""

    entrant = serializers.IntegerField()
    player = PlayerRef()
    kind = serializers.ChoiceField(["bye", "rest", "half", "full"])


class RoundShape(serializers.Serializer):
    """A round with its tables."""

    id = serializers.IntegerField()
    stage = serializers.IntegerField()
    number = serializers.IntegerField()
    title = serializers.CharField()
    state = serializers.ChoiceField(Round.State.values)
    version = serializers.IntegerField()
    deadline = serializers.DateTimeField(allow_null=True)
    published_at = serializers.DateTimeField(allow_null=True)
    tables = TableShape(many=True)
    out = OutShape(many=True)


class CellShape(serializers.Serializer):
    """What somebody did in a round."""

    told = serializers.CharField(source="said")
    size = serializers.IntegerField(allow_null=True)
    points = Points()


class StandingShape(serializers.Serializer):
    """A line of the standings, and why it stands there."""

    rank = serializers.IntegerField()
    shared = serializers.BooleanField()
    player = PlayerRef()
    points = Points()
    goes_on = serializers.BooleanField()
    rounds = CellShape(source="cells", many=True)
    tie_breaks = serializers.ListField(
        source="values", child=serializers.CharField(), help_text="As the head of the stage names them."
    )
    why = serializers.CharField()
    against = serializers.ListField(child=serializers.CharField())


class GroupShape(serializers.Serializer):
    """One table of a stage; groups and divisions have a title."""

    title = serializers.CharField(allow_blank=True)
    rows = StandingShape(many=True)


class StageStandingsShape(serializers.Serializer):
    """The standings of a stage; an elimination has none, only its order."""

    stage = serializers.IntegerField()
    tie_breaks = serializers.ListField(child=serializers.CharField())
    groups = GroupShape(many=True)


class OrderShape(serializers.Serializer):
    """A place over all stages; `place` is a span where it is shared or open."""

    place = serializers.CharField()
    first = serializers.IntegerField()
    player = PlayerRef()
    why = serializers.CharField()


class StandingsShape(serializers.Serializer):
    """All standings."""

    stages = StageStandingsShape(many=True)
    order = OrderShape(many=True)


class BracketSeatShape(serializers.Serializer):
    """A seat of a bracket, perhaps not known yet."""

    name = serializers.CharField(allow_blank=True)
    mark = serializers.SerializerMethodField(help_text="The place or the seed.")
    score = serializers.SerializerMethodField()
    goes_on = serializers.SerializerMethodField()

    def get_mark(self, seat: Any) -> str:
        return str(seat.mark)

    def get_score(self, seat: Any) -> str:
        return "" if seat.score is None else str(seat.score)

    def get_goes_on(self, seat: Any) -> bool:
        return bool(seat.kind == "on")


class BoxShape(serializers.Serializer):
    """A match of a bracket."""

    title = serializers.CharField()
    seats = BracketSeatShape(many=True)


class ColumnShape(serializers.Serializer):
    """A round of a bracket."""

    title = serializers.CharField()
    boxes = BoxShape(many=True)


class StageBracketShape(serializers.Serializer):
    """The bracket of one stage."""

    stage = serializers.IntegerField()
    columns = ColumnShape(many=True)


class BracketsShape(serializers.Serializer):
    """All brackets."""

    stages = StageBracketShape(many=True)


class ActShape(serializers.Serializer):
    """An act of a director or a result that stands. Only the last one can be undone."""

    number = serializers.IntegerField()
    kind = serializers.CharField()
    at = serializers.DateTimeField()
    by = serializers.CharField(allow_null=True)
    reason = serializers.CharField(allow_blank=True)
    typed = serializers.CharField(allow_blank=True, help_text="What must be typed to undo it.")
    undone = serializers.BooleanField()


class JobShape(serializers.Serializer):
    """A round that a worker pairs; the round is there once it is done."""

    id = serializers.IntegerField(source="pk")
    round = serializers.IntegerField()
    state = serializers.CharField()

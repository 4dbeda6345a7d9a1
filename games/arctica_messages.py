"""What Arctica's refusal codes say to people, as `games.messages` does for all games."""

from django.utils.translation import gettext_lazy as _

from games.messages import REFUSED, UNSUPPORTED, Message, by_code

_PAWN = _("The active player puts a pawn on a free space and turns one of the two wheels that touch it.")
_ACTIONS = _("The active player does both actions of the offer, everybody else the one that was picked.")
_FAUNA = _("A card is paid with other cards of the hand; it needs its badges, a free slot of its wheel and a token.")
_TOP = _("Only the top card of a column can be used; Generation cards never reproduce.")
_MOVE = _("A token moves one space clockwise; birds and land mammals go on to the next space with ice.")
_REDEEM = _("On arrival at the last ice tile each Flora takes one of one’s own tokens there back, for points.")
_COLONY = _("One Flora is paid; then tokens of one family go to free spaces of that family.")
_COLLAPSE = _("A family without a token in the supply collapses: three of its tokens go back.")
_ENDANGERED = _("Each endangered badge costs a Flora, or else a card that shows it.")
_EVENT = _("Each token in the sub-region that is hit is lost, unless a Flora is paid and it flees to the Circle.")
_ASKED = _("Whoever is asked must answer, and nobody answers what is not asked.")
_DRAW = _("Cards come from the deck; when it is empty, the discard pile is shuffled.")
_ROUNDS = _("Rounds 1 to 3 have each pair of regions once, round 4 all three.")
_STATED = _("Whatever a log states must agree with what the replay counts at that place.")
_START = _("At the start everything comes out of the box, each piece once.")

ILLEGAL: dict[str, Message] = {
    "already_used": Message(_("%(who)s puts a pawn on %(found)s, where one was put already."), _PAWN),
    "wrong_wheel": Message(_("%(who)s turns a wheel that does not touch the space: %(found)s."), _PAWN, _("Wheel")),
    "unknown_target": Message(_("%(who)s names something that is not there: %(found)s."), _ACTIONS),
    "order": Message(_("%(who)s puts the other action first."), _("Colony comes first here."), _("First")),
    "forgo": Message(
        _("%(who)s declines %(found)s, which can be done."), _("Only what is impossible may be declined here.")
    ),
    "not_now": Message(_("%(who)s does something that is not due: %(found)s."), _ACTIONS, _("Due")),
    "not_your_decision": Message(
        _("%(found)s decides, but it is not up to that player."), _ACTIONS, _("Who decides"), "seats"
    ),
    "missing": Message(_("A decision of %(who)s is missing: %(expected)s."), _ASKED),
    "not_asked": Message(_("%(who)s answers something that nobody asked."), _ASKED, _("Answers")),
    "unknown_option": Message(_("%(who)s chooses something that is not offered: %(found)s."), _ASKED, _("Offered")),
    "item_keys": Message(_("%(who)s tells something else than is asked: %(found)s."), _ASKED, _("Asked")),
    "unknown_card": Message(_("%(who)s plays a card that is not in the box: %(found)s."), _FAUNA),
    "not_held": Message(_("%(who)s plays %(found)s without holding it."), _FAUNA, _("In hand")),
    "payment": Message(_("%(who)s pays with the wrong cards: %(found)s."), _FAUNA, _("Cards")),
    "badges": Message(_("%(who)s plays %(found)s without showing the badges that it needs."), _FAUNA),
    "wheel_full": Message(_("%(who)s has no free slot for a token on that wheel."), _FAUNA),
    "no_token": Message(_("%(who)s has no token of that family left in the supply."), _FAUNA),
    "empty_column": Message(_("%(who)s uses a column without cards."), _TOP),
    "generation_card": Message(_("%(who)s uses a Generation card for what it cannot do."), _TOP),
    "no_such_token": Message(_("%(who)s moves a token that is not there: %(found)s."), _ACTIONS),
    "no_way": Message(_("%(who)s moves a token that cannot get anywhere."), _MOVE),
    "family": Message(_("%(who)s takes a token of another family: %(found)s."), _ACTIONS, _("Family")),
    "limit": Message(_("%(who)s does that %(found)s times."), _ACTIONS, _("Number")),
    "redeem": Message(_("%(who)s takes back tokens that cannot be taken back: %(found)s."), _REDEEM, _("Number")),
    "underpaid": Message(
        _("%(who)s has too little Flora: %(found)s instead of %(expected)s."),
        _("What an action costs is paid from the Flora of the release area."),
        _("Flora, at least"),
    ),
    "placement": Message(_("%(who)s puts a token on %(found)s, which is not free."), _COLONY),
    "destroy": Message(_("%(who)s gives up the wrong cards for endangered animals: %(found)s."), _ENDANGERED),
    "escape": Message(_("%(who)s lets a token flee where it cannot go: %(found)s."), _EVENT, _("Can go to")),
}

CHANCE: dict[str, Message] = {
    "not_in_supply": Message(_("%(who)s draws %(found)s, which is not in the deck."), _DRAW),
    "count": Message(_("%(found)s cards are drawn or shuffled instead of %(expected)s."), _DRAW, _("Number")),
    "missing": Message(_("Something should come up here and does not: %(expected)s."), _DRAW),
    "not_now": Message(_("Something comes up that is not due: %(found)s."), _DRAW, _("Due")),
    "seat": Message(_("Cards are drawn by another player than the one whose turn it is to draw."), _DRAW, "", "seats"),
    "event": Message(_("The event hits %(found)s, which it cannot hit."), _EVENT, _("Can hit")),
    "regions": Message(_("The regions of the round cannot be these: %(found)s."), _ROUNDS, _("Number")),
    "round_end_card": Message(_("The round-end card is for another round."), _ROUNDS, _("Round")),
}

CLAIM: dict[str, Message] = {
    "offer": Message(_("The log says that the wheels offer %(found)s."), _PAWN, _("Offer")),
    "score": Message(_("The log counts %(found)s points; by the rules it is %(expected)s."), _STATED, _("Points")),
    "round": Message(_("The log calls this round %(found)s; it is round %(expected)s."), _STATED, _("Round")),
    "turn": Message(_("The log calls this turn %(found)s; it is turn %(expected)s."), _STATED, _("Turn")),
}

SETUP: dict[str, Message] = {
    "count": Message(_("The start has another number than it should: %(found)s."), _START, _("Number")),
    "unknown_component": Message(_("%(found)s is not in the box."), _START),
    "duplicate_component": Message(_("%(found)s is dealt twice."), _START),
    "first_seat": Message(_("The first player does not sit at the table."), _START),
    "orientations": Message(
        _("The start does not name every wheel once, with 0 to 3 quarter turns."), _START, _("Wheels")
    ),
    "round_end_card": Message(
        _("%(found)s cannot be the next round-end card."),
        _ROUNDS,
        _("Can be"),
    ),
}

UNSUPPORTED_CODES: dict[str, Message] = {
    "component_set": Message(_("This log needs the official set of pieces, which is not known here.")),
    "too_deep": Message(_("The effects of this turn are nested more deeply than can be followed.")),
}

ARCTICA = by_code(
    (
        ("illegal", ILLEGAL, REFUSED),
        ("chance", CHANCE, REFUSED),
        ("claim", CLAIM, REFUSED),
        ("setup", SETUP, REFUSED),
        ("unsupported", UNSUPPORTED_CODES, UNSUPPORTED),
    )
)

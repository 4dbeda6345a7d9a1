"""What Revive's refusal codes say to people, as `games.messages` does for all games."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.messages import REFUSED, UNSUPPORTED, Message, by_code

_TURN = _("A turn is up to two main actions, parted by “next action”, or a hibernation with all its steps.")
_SLOT = _("A card goes into an open slot that is empty or whose cards all show the slot symbol.")
_PAY = _("What is missing is taken from crystals; a cost of any basic resources says what pays it.")
_MACHINE = _("A machine needs an energy and works once until the energy is gone; some only before their action.")
_BOARD = _("Explore face-down tiles, build on empty sand, populate locations without a figure of one’s own.")
_RANGE = _("Range counts from one’s own pieces, not across face-down tiles, vast crystals and lakes.")
_TECH = _("The first figure is that of the bottommost technology; later ones are linked to an unlocked one.")
_HIBERNATE = _("The pawn moves one row up and takes that row’s reward or one below.")
_LIMIT = _("At most 3 crystals and 6 of each other resource; points become devotion two for one.")
_DISPLAY = _("What is taken lies face up, or on top of its deck.")
_DRAW = _("Whatever comes up has not been seen before, and comes when it is due.")
_START = _("At the start everything comes out of the box, each piece once.")

ILLEGAL: dict[str, Message] = {
    "not_now": Message(_("%(who)s does something that is not due: %(found)s."), _TURN, _("Due")),
    "not_your_decision": Message(
        _("%(found)s decides, but it is not up to that player."), _TURN, _("Who decides"), "seats"
    ),
    "not_held": Message(_("%(who)s uses %(found)s without having it."), _DISPLAY, _("At hand")),
    "unknown_target": Message(_("%(who)s names something that cannot be chosen: %(found)s."), _DISPLAY, _("Choice")),
    "already_used": Message(_("%(who)s uses something that is used up: %(found)s."), _MACHINE),
    "underpaid": Message(_("%(who)s cannot pay for that."), _PAY, _("Costs and stock")),
    "payment": Message(_("%(who)s pays with the wrong resources: %(found)s."), _PAY, _("Price")),
    "gain": Message(_("%(who)s takes the wrong resources: %(found)s."), _PAY, _("Gain")),
    "less": Message(_("%(who)s lets the wrong part of a cost fall away: %(found)s."), _PAY, _("Discount")),
    "slot_taken": Message(_("%(who)s plays a card into a slot that can take none: %(found)s."), _SLOT),
    "locked": Message(_("%(who)s plays a card into a slot that is locked: %(found)s."), _SLOT),
    "half": Message(_("%(who)s uses a half of a card that does not count there: %(found)s."), _SLOT, _("Half")),
    "color": Message(_("%(who)s gives a card a color that it cannot have: %(found)s."), _SLOT, _("Color")),
    "order": Message(_("%(who)s does not name every source of the play once."), _SLOT, _("Sources")),
    "discard": Message(_("%(who)s does not name the module that makes room."), _SLOT, _("Module")),
    "option": Message(
        _("%(who)s does what this match does not have: %(option)s."),
        _("A match has the expansion, and its options, from its start to its end."),
        _("Option"),
    ),
    "machine_not_now": Message(_("%(who)s uses %(found)s, although no such action can come."), _MACHINE, _("Action")),
    "placement": Message(_("%(who)s puts a piece where it cannot stand: %(found)s."), _BOARD, _("Needed")),
    "out_of_reach": Message(_("%(who)s has no path to %(found)s."), _RANGE),
    "technology": Message(_("%(who)s unlocks a technology out of reach: %(found)s."), _TECH, _("In reach")),
    "limit": Message(_("%(who)s goes beyond what there is: %(found)s."), _LIMIT, _("Limit")),
    "count": Message(_("%(who)s names the wrong number of pieces: %(found)s."), _DISPLAY, _("Number")),
    "nothing_to_do": Message(_("%(who)s uses an ability that would do nothing."), _MACHINE),
    "cannot_decline": Message(_("%(who)s declines what cannot be declined: %(found)s."), _TURN, _("Can be declined")),
    "step": Message(_("%(who)s takes another step of the hibernation: %(found)s."), _HIBERNATE, _("Step")),
    "row": Message(_("%(who)s takes a row that was not reached: %(found)s."), _HIBERNATE, _("Rows")),
    "remove": Message(_("%(who)s removes the wrong artifact: %(found)s."), _HIBERNATE, _("Artifacts")),
    "level": Message(_("%(who)s resolves a journey at another level than is met: %(found)s."), _LIMIT, _("Level")),
}

CHANCE: dict[str, Message] = {
    "not_in_supply": Message(_("%(found)s comes up, which cannot be there."), _DRAW),
    "not_now": Message(_("Something comes up that is not due: %(found)s."), _DRAW, _("Due")),
    "count": Message(_("Another number comes up, or in another place: %(found)s."), _DRAW, _("Due")),
}

SETUP: dict[str, Message] = {
    "count": Message(_("The start has another number than it should: %(found)s."), _START, _("Number")),
    "unknown_component": Message(_("%(found)s cannot be there at the start."), _START),
    "duplicate_component": Message(_("%(found)s is there twice at the start."), _START),
    "placement": Message(
        _("The lakes lie in other places: %(found)s."), _START, pgettext_lazy("where something lies", "Places")
    ),
    "back": Message(_("A tile is either known or shows its back: %(found)s."), _START),
}

UNSUPPORTED_CODES: dict[str, Message] = {
    "component_set": Message(_("This log needs the official set of pieces, which is not known here.")),
}

REVIVE = by_code(
    (
        ("illegal", ILLEGAL, REFUSED),
        ("chance", CHANCE, REFUSED),
        ("setup", SETUP, REFUSED),
        ("unsupported", UNSUPPORTED_CODES, UNSUPPORTED),
    )
)

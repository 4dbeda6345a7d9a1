"""What Res Arcana's refusal codes say to people, as `games.messages` does for all games."""

from django.utils.translation import gettext_lazy as _

from games.messages import REFUSED, UNSUPPORTED, Message, by_code

_TURN = _(
    "Players act clockwise, one action each turn, until all have passed; whatever asks something is answered first."
)
_PAY = _(
    "A cost is paid exactly, from the pool, less what discounts take off; any essence may pay what is printed as any."
)
_POOL = _("Everything is paid from the pool; essences on components pay nothing.")
_POWER = _("A power needs its component straightened, its owner’s turn, and its whole cost.")
_TARGET = _("What a power turns, destroys, straightens or places must be of the printed kind, and one’s own.")
_GAIN = _("What is gained by choice has the printed number, and none of the kinds that are ruled out.")
_COLLECT = _("Each component collects once; the essences on it are all taken, or all left.")
_LIFE = _("A loss is ignored once, or takes Life first and then two other essences for each Life missing.")
_LOOK = _("The cards looked at go back on top of the same deck, in any order.")
_CENTRE = _("Only what lies in the centre can be taken.")
_DECK = _("Cards come from the own deck; when one is needed and it is empty, the own discard pile is shuffled.")
_BOX = _("At the start everything comes out of the box, each component once.")

ILLEGAL: dict[str, Message] = {
    "not_now": Message(_("%(who)s does something that is not due: %(found)s."), _TURN, _("Due")),
    "not_your_decision": Message(
        _("%(found)s decides, but it is not up to that player."), _TURN, _("Who decides"), "seats"
    ),
    "unknown_component": Message(_("%(found)s is not in the box."), _TURN),
    "not_held": Message(
        _("%(who)s shows %(found)s, which cannot be in that player’s hand."),
        _("A card in hand was dealt or drawn before, and lies nowhere else."),
        _("In hand"),
    ),
    "underpaid": Message(
        _("%(who)s pays %(found)s essences for %(component)s, which costs %(expected)s."), _PAY, _("Essences")
    ),
    "overpaid": Message(_("%(who)s pays %(found)s essences where %(expected)s are due."), _PAY, _("Essences")),
    "wrong_kinds": Message(_("%(who)s pays for %(component)s with the wrong essences: %(found)s."), _PAY, _("Cost")),
    "not_in_pool": Message(_("%(who)s pays essences that are not there: %(found)s."), _POOL, _("In the pool")),
    "not_on_component": Message(
        _("%(who)s takes essences off %(component)s that do not lie there."), _POOL, _("On the component")
    ),
    "gain": Message(_("%(who)s takes the wrong number of essences: %(found)s."), _GAIN, _("Number")),
    "gain_kind": Message(_("%(who)s takes essences that are ruled out: %(found)s."), _GAIN, _("Allowed")),
    "nothing_to_collect": Message(
        _("%(who)s collects where nothing is to be decided: %(found)s."), _COLLECT, _("To be decided")
    ),
    "not_in_play": Message(_("%(who)s uses %(found)s, which that player does not have in play."), _POWER, _("In play")),
    "not_in_centre": Message(
        _("%(who)s takes %(found)s, which does not lie in the centre."), _CENTRE, _("In the centre")
    ),
    "empty_slot": Message(
        _("%(who)s claims a monument from display slot %(found)s, where none lies."), _CENTRE, _("Slots")
    ),
    "empty_deck": Message(_("%(who)s claims the top of the monument deck, which is empty."), _CENTRE),
    "no_top_claim": Message(
        _("%(who)s claims the top of the monument deck."), _("By these rules only monuments on display can be claimed.")
    ),
    "unknown_power": Message(
        _("%(who)s uses a power of %(component)s that it does not have here."), _POWER, _("Powers")
    ),
    "turned": Message(_("%(who)s uses or turns %(component)s, which is turned already."), _POWER),
    "not_turned": Message(_("%(who)s needs %(component)s to be turned, and it is not."), _POWER),
    "parameter": Message(_("%(who)s tells something else of this power than it asks: %(found)s."), _POWER, _("Asked")),
    "x_zero": Message(
        _("%(who)s chooses X = 0 for %(component)s."), _("By these rules X is at least 1."), _("X, at least")
    ),
    "unknown_target": Message(
        _("%(who)s chooses %(found)s, which cannot be chosen here."), _TARGET, _("Can be chosen")
    ),
    "not_discarded": Message(
        _("%(who)s places %(found)s, which does not lie in such a discard pile."), _TARGET, _("Discarded")
    ),
    "count": Message(_("%(who)s discards %(found)s different cards instead of %(expected)s."), _TARGET, _("Cards")),
    "deck": Message(_("%(who)s orders another deck than the one looked at."), _LOOK, _("Deck")),
    "order": Message(_("%(who)s puts other cards back than those looked at."), _LOOK, _("Looked at")),
    "one_answer": Message(_("%(who)s gives not exactly one answer to a loss of Life."), _LIFE, _("Answers")),
    "no_ignore_cost": Message(_("%(who)s ignores a loss that nothing can be paid to ignore."), _LIFE),
    "life_loss": Message(_("%(who)s loses the wrong essences: %(found)s."), _LIFE, _("To be lost")),
}

CHANCE: dict[str, Message] = {
    "not_now": Message(_("Something comes up that is not due: %(found)s."), _TURN, _("Due")),
    "other_seat": Message(_("Cards come up for %(found)s instead of %(expected)s."), _DECK, _("Player"), "seats"),
    "unknown_component": Message(_("%(found)s is not in the box."), _BOX),
    "not_in_supply": Message(_("%(found)s comes up, which cannot lie there."), _DECK, _("Can come up")),
    "count": Message(_("The number of cards is %(found)s instead of %(expected)s."), _DECK, _("Cards")),
    "dealt_twice": Message(_("%(who)s is dealt the same thing twice."), _BOX),
    "tile": Message(_("Tile %(found)s is laid, which is there already or does not exist."), _BOX, _("Tiles left")),
    "first_player": Message(_("The first player does not sit at the table."), _BOX, "", "seats"),
    "first_game_set": Message(
        _("%(found)s is no mage of the first-game set-up that is left."),
        _("In the first game each mage comes with a fixed opening hand."),
        _("Mages"),
    ),
    "reshuffle": Message(_("%(who)s shuffles other cards than those of the discard pile."), _DECK, _("Discard pile")),
    "deck": Message(_("%(who)s is shown another deck than the one chosen."), _LOOK, _("Deck")),
    "partly_seen": Message(_("%(who)s looks at cards of which only some are told."), _LOOK),
}

UNSUPPORTED_CODES: dict[str, Message] = {
    "expansion": Message(_("The match was played with an expansion, which is not known here: %(found)s.")),
}

RES_ARCANA = by_code(
    (
        ("illegal", ILLEGAL, REFUSED),
        ("chance", CHANCE, REFUSED),
        ("unsupported", UNSUPPORTED_CODES, UNSUPPORTED),
    )
)

"""What each refusal code says to people: a sentence, the rule behind it in one line, and what to do next.

Sentences are filled in by `games.telling` with: who, expected, found, tile, kind, cards, card, slot, x, y, sides, round,
notification, option, line (a reader's own words), limit.
"""

from dataclasses import dataclass, replace

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Text = str | Promise


@dataclass(frozen=True)
class Message:
    """`row` names the line of the table expected/found, empty where there is nothing to compare; `shows` says what
    stands in it: `plain` values and pieces, `seats`, or `bytes`. `ways` are keys of `WAYS`, in order.
    """

    sentence: Text
    rule: Text = ""
    row: Text = ""
    shows: str = "plain"
    ways: tuple[str, ...] = ()


Families = tuple[tuple[str, dict[str, Message], tuple[str, ...]], ...]


def by_code(families: Families) -> dict[str, Message]:
    """Messages by their whole code, `family.code`; those without ways of their own get the family's."""
    return {
        f"{family}.{code}": replace(message, ways=message.ways or ways)
        for family, messages, ways in families
        for code, message in messages.items()
    }


WAYS: dict[str, tuple[Text, Text]] = {
    "again": (
        _("Upload it again from the table’s page"),
        _("The file may have been damaged when it was saved or edited."),
    ),
    "whole": (_("Save it once more, whole"), _("Wait until the replay has loaded to its end, then save the page.")),
    "other": (_("Ask somebody else of the table for the log"), _("Any player of the table can save it on BGA.")),
    "keepers": (_("Tell those who keep the league"), _("They see the file and its history, and can decide.")),
    "result": (
        _("Enter the result without a log"),
        _("It counts once another player of the table confirms it."),
    ),
    "log_in": (_("Log in on BGA and save it again"), _("The file was saved while nobody was logged in.")),
    "tomorrow": (
        _("Try again tomorrow"),
        _("The result can be entered now, and verified by the log later."),
    ),
    "record": (_("Bring the table record instead"), _("The result counts; it is marked as not replayable.")),
    "replay": (_("Open the replay once on BGA, then save again"), _("BGA builds the archive when it is first opened.")),
    "unpack": (_("Send the log by itself"), _("As .json, packed once as .gz, or several in one .zip.")),
    "wait": (_("Nothing: we try again by ourselves"), _("The result stays as it is and can be confirmed meanwhile.")),
}

REFUSED = ("again", "other", "keepers", "result")
UNSUPPORTED = ("result", "other")
BROKEN = ("again", "other", "result")
PACKED = ("unpack", "again")

_PAY = _("A building is paid with cards of one currency, that of its market space, worth at least its price.")
_TAKE = _("A player takes one money card of any value, or several worth 5 or less together.")
_FIT = _(
    "A tile joins a neighbour, wall against wall and open side against open side, can be walked to from the fountain, and leaves no hole."
)
_REDESIGN = _(
    "Redesigning puts a tile from the reserve in, takes one back into it, or swaps one; the rest must stay sound."
)
_SUPPLY = _("Only what is still in the deck or the bag can come up.")
_ORDER = _("After each turn money and buildings are filled up, then the next player moves.")
_SCORING = _("At a scoring the most buildings of a kind, and each outer wall, give points by the table of the round.")

_STATED = _("Whatever a log states must agree with what the replay counts at that place.")
_RESTORED = _("A turn that is taken back begins again as it began.")

ILLEGAL: dict[str, Message] = {
    "underpaid": Message(
        _("%(who)s buys %(tile)s, which costs %(expected)s, and pays %(found)s."), _PAY, _("Paid, at least")
    ),
    "wrong_currency": Message(
        _("%(who)s pays for %(tile)s with %(found)s, but its space asks for %(expected)s."), _PAY, _("Currency")
    ),
    "superfluous_cards": Message(
        _("%(who)s pays %(found)s for %(tile)s, which costs %(expected)s, and one of the cards was not needed."),
        _("By these rules nobody may add a card that is not needed."),
        _("Paid"),
    ),
    "not_held": Message(
        _("%(who)s plays %(found)s without holding it."), _("Only what is in hand can be played."), _("In hand")
    ),
    "empty_slot": Message(_("%(who)s buys from market space %(slot)s, which is empty."), _PAY),
    "no_cards": Message(_("%(who)s takes money, but no card is named."), _TAKE, _("Cards taken")),
    "not_on_display": Message(
        _("%(who)s takes %(card)s, which does not lie in the display."), _TAKE, _("In the display")
    ),
    "too_much_money": Message(_("%(who)s takes several cards worth %(found)s together."), _TAKE, _("Worth, at most")),
    "cannot_pass": Message(
        _("%(who)s passes although there is something to do."), _("Nobody may pass while money can be taken.")
    ),
    "not_your_decision": Message(
        _("%(found)s moves, but it is not that player’s turn."),
        _("Players move in turn order."),
        _("Who moves"),
        "seats",
    ),
    "not_now": Message(_("%(who)s does something that is not due: %(found)s."), _ORDER, _("Due")),
    "not_bought": Message(
        _("%(who)s places %(tile)s, which was not bought in this turn."),
        _("What was bought is placed at the end of the turn."),
        _("To be placed"),
    ),
    "no_dirk": Message(
        _("%(who)s gives %(tile)s to Dirk, who does not play here."), _("Dirk plays only at a table of two.")
    ),
    "unknown_target": Message(_("%(who)s puts %(tile)s where nothing can be put."), _FIT),
    "not_awarded": Message(
        _("%(who)s places %(tile)s, which fell to somebody else at the end."),
        _("At the end the rest of the market goes to whoever has most money of its currency."),
        _("Fell to this player"),
    ),
    "occupied": Message(_("%(who)s places %(tile)s at %(x)s, %(y)s, where %(found)s lies already."), _FIT),
    "wall_mismatch": Message(_("%(who)s places %(tile)s at %(x)s, %(y)s, and a wall meets an open side."), _FIT, ""),
    "not_adjacent": Message(_("%(who)s places %(tile)s at %(x)s, %(y)s, next to nothing."), _FIT),
    "unreachable": Message(_("%(who)s places %(tile)s at %(x)s, %(y)s, where no way leads from the fountain."), _FIT),
    "hole": Message(_("%(who)s leaves a hole in the Alhambra with %(tile)s at %(x)s, %(y)s."), _FIT),
    "fountain": Message(_("%(who)s takes the fountain away."), _("The fountain never moves.")),
    "disconnected": Message(_("%(who)s takes %(tile)s away and cuts the Alhambra in two."), _REDESIGN),
    "empty_cell": Message(_("%(who)s swaps at %(x)s, %(y)s, where no tile lies."), _REDESIGN),
    "not_in_alhambra": Message(
        _("%(who)s takes %(found)s out of an Alhambra that does not hold it."), _REDESIGN, _("In the Alhambra")
    ),
    "not_in_reserve": Message(
        _("%(who)s takes %(found)s from a reserve that does not hold it."), _REDESIGN, _("In the reserve")
    ),
}

CHANCE: dict[str, Message] = {
    "not_in_supply": Message(_("%(found)s comes up although none is left."), _SUPPLY),
    "unknown_component": Message(_("%(found)s is not in the box."), _SUPPLY),
    "nothing_to_draw": Message(_("%(found)s is drawn from an empty pile."), _SUPPLY, _("Due")),
    "count": Message(_("%(found)s are drawn instead of %(expected)s."), _ORDER, _("Number")),
    "not_now": Message(_("Something comes up that is not due: %(found)s."), _ORDER, _("Due")),
    "deal_sum": Message(
        _("%(who)s starts with cards worth %(found)s."),
        _("Everybody is dealt cards until they are worth at least %(expected)s."),
        _("Worth, at least"),
    ),
    "start_player": Message(
        _("%(found)s begins."),
        _("Whoever has the fewest cards begins, among equals the lowest sum."),
        _("May begin"),
        "seats",
    ),
    "reshuffle": Message(
        _("The discards are shuffled although cards are left."),
        _("They are shuffled when the deck is empty."),
        _("Cards left"),
    ),
    "scoring_order": Message(
        _("Scoring %(found)s comes up out of order."),
        _("There are two scoring cards, the first one first."),
        _("Next scoring"),
    ),
    "slot": Message(
        _("%(tile)s comes into market space %(found)s."),
        _("The market is filled up from the first empty space on."),
        _("Space"),
    ),
}

CLAIM: dict[str, Message] = {
    "score": Message(
        _("The log gives %(who)s %(found)s points; by the rules it is %(expected)s."), _SCORING, _("Points")
    ),
    "walls": Message(
        _("The log gives %(who)s a longest wall of %(found)s; it is %(expected)s."),
        _("Only outer walls count, along one unbroken line."),
        _("Longest wall"),
    ),
    "buildings": Message(
        _("The log gives %(who)s %(found)s buildings; there are %(expected)s."), _SCORING, _("Buildings")
    ),
    "place": Message(
        _("The log puts %(who)s %(found)s in a kind; by the number of buildings it is %(expected)s."),
        _SCORING,
        _("Place"),
    ),
    "hand_size": Message(
        _("The log says that %(who)s holds %(found)s cards; there are %(expected)s."), _STATED, _("Cards in hand")
    ),
    "market": Message(
        _("The log sells %(tile)s from market space %(slot)s; %(expected)s lies there."), _STATED, _("In the market")
    ),
    "alhambra": Message(
        _("The log says that %(found)s lies at %(x)s, %(y)s of %(who)s; %(expected)s does."), _STATED, _("There lies")
    ),
    "restored_market": Message(
        _("After the turn was taken back the log has %(found)s on market space %(slot)s; %(expected)s lies there."),
        _RESTORED,
        _("In the market"),
    ),
    "restored_reserve": Message(
        _("After the turn was taken back the log gives %(who)s the reserve %(found)s; it is %(expected)s."),
        _RESTORED,
        _("In the reserve"),
    ),
    "restored_display": Message(
        _("After the turn was taken back the log lays out %(found)s; %(expected)s lie there."),
        _RESTORED,
        _("Laid out"),
    ),
    "leftover_slot": Message(
        _("The log says that %(tile)s lay on market space %(found)s at the end; it lay on space %(expected)s."),
        _("A tile that is left goes by the currency of its space."),
        _("Space"),
    ),
    "exact_payment": Message(
        _("The log gives %(who)s another turn for an exact payment that was not exact."),
        _("Only an exact payment gives another turn."),
    ),
    "round": Message(_("The log states scoring %(found)s; it is scoring %(expected)s."), _STATED, _("Scoring")),
    "end": Message(
        _("The log says that the match is over; it is not."), _("The match ends when the market cannot be filled up.")
    ),
    "leftover": Message(
        _("The log gives %(tile)s at the end to %(found)s; it belongs to %(expected)s."),
        _("At the end the rest of the market goes to whoever has most money of its currency."),
        _("Goes to"),
        "seats",
    ),
    "turn": Message(
        _("The log says that it is the turn of %(found)s; it is that of %(expected)s."),
        _("Players move in turn order."),
        _("Whose turn"),
        "seats",
    ),
    "due": Message(_("The log begins a turn while something else is due: %(expected)s."), _ORDER),
    "ranking": Message(
        _("The log’s final order is not that of its points."),
        _("More points win; equal points share the place."),
        _("Places"),
    ),
    "other_match": Message(_("The two logs do not tell of the same match."), _STATED),
}

SETUP: dict[str, Message] = {
    "unseen_card": Message(
        _("A card is dealt openly that nobody but its writer could have seen."), _("One’s own hand is secret.")
    ),
}

UNSUPPORTED_CODES: dict[str, Message] = {
    "game": Message(_("Logs of this game cannot be replayed here."), row=_("Game")),
    "notification": Message(
        _(
            "The log holds a message that is not known here: %(found)s. It may come from an expansion or a newer version."
        )
    ),
    "option": Message(_("The match was played with an option that is not known here: %(option)s.")),
    "player_count": Message(_("The rules know no match of %(found)s players."), row=_("Players")),
    "rule_set": Message(_("The log asks for rules that are not known here: %(found)s."), row=_("Rules")),
    "version": Message(_("The record was written in a newer form than is known here."), row=_("Version")),
    "component_set": Message(_("The match was played with another set of pieces.")),
    "ambiguous": Message(_("Dirk’s hidden buildings leave more than one way to count.")),
    "start_unknown": Message(_("The log does not tell how the match began, and that cannot be worked out.")),
    "stand_in": Message(_("From here on BGA moved in the place of a player.")),
    "abandoned": Message(_("The match was abandoned before its end.")),
    "ending": Message(_("This way of ending cannot be written down.")),
}

MALFORMED: dict[str, Message] = {
    "site_error": Message(
        _("The file holds no log but an answer of BGA that something went wrong."), ways=("log_in", "again", "result")
    ),
    "empty": Message(_("The file is empty."), ways=BROKEN),
    "not_json": Message(_("The file cannot be read from byte %(byte)s on: it is no log, or it is cut off.")),
    "schema": Message(_("The file is laid out in another way than a log: %(line)s")),
    "encoding": Message(_("The file is not written in UTF-8.")),
    "nul": Message(_("The file holds a character that no text may hold.")),
    "surrogate": Message(_("The file holds half a character.")),
    "not_finite": Message(_("The file holds a number that is no number.")),
    "duplicate_key": Message(_("The file says the same thing twice, so it is not clear which is meant.")),
    "integer": Message(_("The file holds a number that is too large.")),
    "number": Message(_("The file holds %(found)s where a number should be.")),
    "long_string": Message(_("The file holds a text that is too long."), ways=BROKEN),
    "too_many_values": Message(_("The file holds more values than any log does."), ways=BROKEN),
    "too_deep": Message(_("The file is nested more deeply than any log is.")),
    "too_large": Message(
        _("The file is larger than %(limit)s unpacked."), row=_("Size, at most"), shows="bytes", ways=PACKED
    ),
    "ratio": Message(_("The file unpacks to far more than a log could."), ways=PACKED),
    "gzip": Message(_("The packed file is damaged."), ways=PACKED),
    "gzip_cut_off": Message(_("The packed file is cut off."), ways=PACKED),
    "after_gzip": Message(_("Something follows after the packed file."), ways=PACKED),
    "nested_archive": Message(_("The file is packed twice."), ways=PACKED),
    "zip": Message(_("The zip is damaged."), ways=PACKED),
    "zip_entries": Message(_("The zip holds %(found)s files; at most %(expected)s are read at once."), ways=PACKED),
    "zip_too_large": Message(_("The zip holds too much to be read at once."), ways=PACKED),
    "zip_double_name": Message(_("The zip holds two files of the same name."), ways=PACKED),
    "zip_encrypted": Message(_("The file in the zip is locked with a password."), ways=PACKED),
    "zip_link": Message(_("The zip holds a link instead of a file."), ways=PACKED),
    "zip_method": Message(_("The zip is packed in a way that is not known here."), ways=PACKED),
    "page_without_log": Message(
        _("This is a saved page, but not a replay: it holds no log."), ways=("replay", "other", "result")
    ),
    "page_cut_off": Message(_("The saved page ends in the middle of the log."), ways=("whole", "other", "result")),
    "no_packets": Message(_("The file holds no moves."), ways=("replay", "other", "result")),
    "not_over": Message(_("The match was not over when the file was saved."), ways=("again", "result")),
    "not_started": Message(_("This table never started: nobody played there, so there is nothing to record.")),
    "no_opponents": Message(_("Nobody played against anybody here, so there is no result for a ranking.")),
    "player_twice": Message(_("The file seats one person twice at the table.")),
    "no_places": Message(_("BGA gave no places: the match was abandoned or never ended."), ways=("result",)),
    "too_many_packets": Message(_("The log is longer than any match could be.")),
    "two_tables": Message(_("The file mixes two BGA tables: %(found)s."), ways=("again", "other", "result")),
    "unfinished": Message(_("The log ends in the middle of the match."), ways=("whole", "other", "result")),
    "wrong_game": Message(
        _("The log is of another game: %(found)s."), row=_("Game"), ways=("again", "other", "result")
    ),
    "unknown_player": Message(_("Somebody moves who does not sit at the table.")),
}

MESSAGES = by_code(
    (
        ("illegal", ILLEGAL, REFUSED),
        ("chance", CHANCE, REFUSED),
        ("claim", CLAIM, REFUSED),
        ("setup", SETUP, REFUSED),
        ("unsupported", UNSUPPORTED_CODES, UNSUPPORTED),
        ("malformed", MALFORMED, BROKEN),
    )
)

SITE_ERRORS: dict[str, Message] = {
    "session": Message(_("BGA answered that nobody is logged in."), ways=("log_in", "result")),
    "limit": Message(_("BGA answered that today’s replays are used up."), ways=("tomorrow", "other", "result")),
    "not_built": Message(
        _("BGA answered that the archive of this match is not built yet."), ways=("replay", "other", "result")
    ),
    "lost": Message(_("BGA answered that the replay of this match is lost."), ways=("result", "record")),
    "too_new": Message(
        _("BGA gives replays only to accounts older than a day that have played two matches."), ways=("other", "result")
    ),
    "other": Message(
        _("The file holds an answer of BGA that something went wrong: %(text)s"), ways=("again", "other", "result")
    ),
}
"""Answers of the site that people save by mistake (`games.understand`), by reason."""

NOTES: dict[str, Text] = {
    "site_deviation": _(
        "%(who)s, scoring %(round)s: the site counted %(recorded)s, by the rules it is %(by_rules)s. The site’s number stands."
    ),
    "count_differs": _(
        "The log’s count of what is left differs: %(found)s instead of %(expected)s. That changes nothing."
    ),
    "conceded": _("%(who)s conceded."),
    "reference_set": _(
        "Played with the reference set %(set)s, made for this site: the published pieces are not public."
    ),
    "tie_break": _("Players with %(points)s points each: more Fauna cards in the ecosystem decide."),
    "result_not_compared": _("The log states no whole result of its own that could be compared."),
    "stated_only": _("From there on the scores are taken from what the log states."),
}
"""Remarks of a judgement that are no refusal."""

"""What lies in the box of each game, in words: every kind of piece with its pieces, as the component set has them."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.glossary import said
from games.registry import ENGINES

Contents = list[tuple[str, list[str]]]
"""Kinds of pieces with their pieces, in the order of the file."""


def contents(game: str) -> Contents:
    """The component set with which a game is judged unless a log names another."""
    return CONTENTS[game](ENGINES[game].base_components())


def _alhambra(box: Any) -> Contents:
    kinds = [
        (said("alhambra", kind), [str(tile.price) for tile in box.tiles.values() if tile.kind == number])
        for number, kind in enumerate(box.kinds)
    ]
    copies = box.catalogue.money.copies
    money = [
        (
            _("money: %(currency)s") % {"currency": said("alhambra", currency.colour)},
            [f"{value} (× {copies})" for card, value in box.values.items() if box.colours[card] == currency.id],
        )
        for currency in box.catalogue.currencies
    ]
    return [*kinds, *money]


def _res_arcana(box: Any) -> Contents:
    groups = (
        (pgettext("Res Arcana", "Artifacts"), box.artifacts),
        (pgettext("Res Arcana", "Mages"), box.mages),
        (pgettext("Res Arcana", "Magic items"), box.items),
        (pgettext("Res Arcana", "Monuments"), box.monuments),
        (pgettext("Res Arcana", "Places of power"), box.places),
    )
    return [(name, [box.cards[card].name for card in cards]) for name, cards in groups]


def _arctica(box: Any) -> Contents:
    catalogue = box.catalogue
    return [
        (pgettext("Arctica", "Fauna cards"), [f"{card.name} ({card.id})" for card in catalogue.fauna_cards]),
        (pgettext("Arctica", "Generation cards"), [card.id for card in catalogue.generation_cards]),
        (pgettext("Arctica", "Action wheels"), list(box.wheels)),
        (pgettext("Arctica", "Spaces of the action board"), list(box.action_spaces)),
        (pgettext("Arctica", "Spaces of the map"), [space.id for space in box.spaces]),
        (pgettext("Arctica", "Cards of a round’s end"), list(box.round_end_cards)),
    ]


def _revive(box: Any) -> Contents:
    catalogue = box.catalogue
    groups = (
        (pgettext("Revive", "Tribes"), [tribe.name for tribe in catalogue.tribe]),
        (pgettext("Revive", "Starting cards"), catalogue.starting_card),
        (pgettext("Revive", "Citizens"), catalogue.citizen),
        (pgettext("Revive", "Machines"), catalogue.machine),
        (pgettext("Revive", "Modules"), catalogue.module),
        (pgettext("Revive", "Start tiles"), catalogue.start_tile),
        (pgettext("Revive", "Area tiles"), catalogue.area_tile),
        (pgettext("Revive", "Large locations"), catalogue.large_location),
        (pgettext("Revive", "Crates"), catalogue.crate),
        (pgettext("Revive", "Major artifacts"), catalogue.major_artifact),
        (pgettext("Revive", "Artifact cards"), catalogue.artifact_card),
        (pgettext("Revive", "Scyphoz cards"), catalogue.expansion.scyphoz if catalogue.expansion else ()),
        (pgettext("Revive", "Journeys"), catalogue.expansion.journey if catalogue.expansion else ()),
        (pgettext("Revive", "Lakes"), catalogue.expansion.lake if catalogue.expansion else ()),
    )
    return [(name, [getattr(piece, "id", piece) for piece in pieces]) for name, pieces in groups if pieces]


CONTENTS: Mapping[str, Callable[[Any], Contents]] = {
    "alhambra": _alhambra,
    "arctica": _arctica,
    "res_arcana": _res_arcana,
    "revive": _revive,
}

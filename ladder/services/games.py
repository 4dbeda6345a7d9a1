"""Games whose matches nobody can replay: added by whoever keeps a league, so that their results can be entered."""

from collections.abc import Mapping

from django.core.exceptions import ValidationError
from django.utils.text import slugify
from django.utils.translation import gettext as _

from games.models import Game, User
from games.services.audit import audit
from games.services.errors import NotAllowed
from games.services.retry import atomic_retried
from ladder.permissions import may

RESERVED = ("new",)
"""Keys that are an address of another page."""


@atomic_retried
def game_add(
    *,
    key: str = "",
    name: str,
    names: Mapping[str, str] | None = None,
    seats_min: int = 2,
    seats_max: int = 6,
    by: User | None = None,
) -> tuple[Game, bool]:
    """A game, and whether it is new; one that exists under this key stays as it is. `by` is None for a keeper's command.

    Raises `NotAllowed`, and `ValidationError` for a wrong key, name or number, or a name that another game has.
    """
    if by is not None and not may(by, "add_game"):
        raise NotAllowed("role")
    key = key or slugify(name)
    game = Game.objects.filter(key=key).first()
    if game is not None and game.name.casefold() == name.casefold():
        return game, False
    if game is not None or Game.objects.filter(name__iexact=name).exists():
        raise ValidationError({"name": _("There is a game of that name, or with that key, already.")})
    if key in RESERVED:
        raise ValidationError({"key": _("Another page has that address; choose another key.")})
    game = Game(key=key, name=name, names=dict(names or {}), seats_min=seats_min, seats_max=seats_max)
    game.full_clean()
    game.save()
    audit("game.added", game, actor=by, key=game.key)
    return game, True

from django.db import models
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from games import registry


class Game(models.Model):
    """A title that people play. One with an entry in `games.registry` can be verified; any other is added freely."""

    key = models.SlugField(_("key"), unique=True, max_length=40)
    name = models.CharField(_("name"), max_length=64)
    names = models.JSONField(_("names by language"), default=dict, blank=True)
    seats_min = models.PositiveSmallIntegerField(_("fewest players"), default=2)
    seats_max = models.PositiveSmallIntegerField(_("most players"), default=6)

    class Meta:
        ordering = ["name"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(seats_min__gte=2, seats_max__gte=models.F("seats_min")), name="game_seats_in_order"
            ),
        ]

    def __str__(self) -> str:
        return self.names.get((get_language() or "").partition("-")[0]) or self.name

    @property
    def has_engine(self) -> bool:
        return self.key in registry.ENGINES

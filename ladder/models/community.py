from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from ladder.models.ladder import check_time_zone


class Community(models.Model):
    """The community that this installation serves: one row at most."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1, editable=False)
    name = models.CharField(_("name"), max_length=64)
    language = models.CharField(_("language"), max_length=8, default="it")
    time_zone = models.CharField(_("time zone"), max_length=64, default="Europe/Rome", validators=[check_time_zone])

    class Meta:
        verbose_name_plural = "communities"
        constraints = [models.CheckConstraint(condition=Q(id=1), name="community_is_one")]

    def __str__(self) -> str:
        return self.name

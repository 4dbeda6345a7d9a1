import zoneinfo

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from games.models import Claim, Deletion, PersonExport, User
from games.selectors.matches import SEATED
from games.selectors.todo import refused_uploads, to_confirm
from ladder.selectors.seasons import default_zone
from ladder.views.follows import followed


class ZoneForm(forms.ModelForm):
    time_zone = forms.ChoiceField(label=gettext_lazy("Time zone"))

    class Meta:
        model = User
        fields = ("time_zone",)

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["time_zone"].choices = [(name, name.replace("_", " ")) for name in zones()]


def zones() -> list[str]:
    """The zones people know by a city, in order."""
    return sorted(name for name in zoneinfo.available_timezones() if "/" in name and not name.startswith("Etc/"))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def account(request: HttpRequest) -> HttpResponse:
    """What waits for the reader, and the few settings that an account has."""
    form = ZoneForm(request.POST or None, instance=request.user)
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, _("Saved."))
        return redirect("account")
    context = {
        "section": "account",
        "form": form,
        "player": getattr(request.user, "player", None),
        "to_confirm": to_confirm(request.user).prefetch_related(SEATED),
        "refused": refused_uploads(request.user),
        "claims": Claim.objects.filter(user=request.user).exclude(state=Claim.State.ENDED).select_related("player"),
        "files": PersonExport.objects.filter(user=request.user)[:3],
        "leaving": Deletion.objects.filter(user=request.user, state=Deletion.State.DUE).first(),
        "zone": default_zone(),
        "followed": followed(request.user),
    }
    return render(request, "ladder/account.html", context)

"""For admins: the community's settings, what runs in the background, and the way to everything else they keep."""

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from games.models import OutboxRow, User
from ladder.models import Community, Ladder
from ladder.services.ladders import community_set
from ladder.views.accounts import zones

SHOWN = 10
"""Jobs that were given up, the newest."""


class CommunityForm(forms.Form):
    name = forms.CharField(label=gettext_lazy("Name of the community"), max_length=64)
    language = forms.ChoiceField(
        label=gettext_lazy("Language"),
        choices=settings.LANGUAGES,
        help_text=gettext_lazy("Of pictures and letters that are for nobody in particular."),
    )
    time_zone = forms.ChoiceField(label=gettext_lazy("Time zone"))

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.fields["time_zone"].choices = [(name, name.replace("_", " ")) for name in zones()]  # type: ignore[attr-defined]


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def site(request: HttpRequest) -> HttpResponse:
    if not request.user.is_superuser:
        raise PermissionDenied
    now = Community.objects.first() or Community(name=settings.SITE_NAME)
    known = {"name": now.name, "language": now.language, "time_zone": now.time_zone}
    form = CommunityForm(request.POST or None, initial=known)
    if request.method == "POST" and form.is_valid():
        try:
            community_set(**form.cleaned_data, by=request.user)
        except ValidationError as problem:
            form.add_error(None, problem.messages)
        else:
            messages.success(request, _("Saved."))
            return redirect("site")
    jobs = OutboxRow.objects.order_by("kind").values("kind", "state").annotate(n=Count("pk"))
    words = dict(OutboxRow.State.choices)
    context = {
        "section": "desk",
        "form": form,
        "leagues": Ladder.objects.order_by("name"),
        "admins": User.objects.filter(is_superuser=True, is_active=True).order_by("email"),
        "jobs": [{"kind": row["kind"], "state": words[row["state"]], "n": row["n"]} for row in jobs],
        "dead": OutboxRow.objects.filter(state=OutboxRow.State.DEAD).order_by("-finished_at")[:SHOWN],
        "zone": request.user.time_zone,
    }
    return render(request, "ladder/site.html", context, status=422 if form.errors else 200)

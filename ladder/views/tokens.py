"""The tokens of an account: made, and shown once; seen in a list with their last use; revoked."""

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.forms import KeyForm
from games.services.once import Answer, KeyReused
from ladder.models import ApiToken, Scope
from ladder.services.tokens import NAME_LENGTH, TokenRefused, live, token_make, token_revoke
from ladder.views.once import once_sent

PAGE = 50
REFUSED: dict[str, str | Promise] = {
    "name_missing": gettext_lazy("A name is missing."),
    "scopes": gettext_lazy("Choose what it may be used for."),
    "too_many": gettext_lazy("You have %(most)s tokens already. Revoke one that you need no more."),
}


class TokenForm(KeyForm):
    name = forms.CharField(
        label=gettext_lazy("Name of the token"),
        max_length=NAME_LENGTH,
        help_text=gettext_lazy("What it is for, so that you know it again."),
    )
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("What it may be used for"),
        choices=[(scope.value, scope.label) for scope in Scope],
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": REFUSED["scopes"]},
    )


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def tokens(request: HttpRequest) -> HttpResponse:
    """The list, and the form for a new one. The secret stands on the page that answers the form, and nowhere else."""
    form, secret, made = TokenForm(request.POST or None), "", False
    if request.method == "POST" and form.is_valid():
        told: list[str] = []

        def make() -> Answer:
            token, text = token_make(request.user, name=form.cleaned_data["name"], scopes=form.cleaned_data["scopes"])
            told[:] = [text]
            return {"token": token.pk}

        try:
            once_sent(request, form.cleaned_data["key"], make)
        except TokenRefused as refused:
            form.add_error(None, str(REFUSED[refused.code]) % refused.facts)
        except KeyReused:
            form.add_error(None, _("This form was sent before with something else. Start again."))
        else:
            form, secret, made = TokenForm(), "".join(told), True
    context = {
        "section": "account",
        "form": form,
        "secret": secret,
        "again": made and not secret,
        "tokens": [(token, [Scope(scope).label for scope in token.scopes]) for token in live(request.user)],
        "zone": request.user.time_zone,
    }
    return render(request, "ladder/tokens.html", context, status=422 if form.errors else 200)


@login_required
@require_safe
def everybodys(request: HttpRequest) -> HttpResponse:
    """For admins: every token that works, with whose it is and when it was used last."""
    if not request.user.is_superuser:
        raise PermissionDenied
    rows = ApiToken.objects.filter(revoked_at=None).select_related("user__player").order_by("-last_used_at", "-pk")
    page = Paginator(rows, PAGE).get_page(request.GET.get("page"))
    context = {
        "section": "account",
        "page": page,
        "tokens": [(token, [Scope(scope).label for scope in token.scopes]) for token in page.object_list],
        "zone": request.user.time_zone,
    }
    return render(request, "ladder/tokens_all.html", context)


@login_required
@require_POST
def revoke(request: HttpRequest, pk: int) -> HttpResponse:
    """End a token of one's own, or as an admin anybody's."""
    token = get_object_or_404(ApiToken, pk=pk)
    if token.user_id != request.user.pk and not request.user.is_superuser:
        raise Http404
    token_revoke(token, by=request.user)
    messages.success(request, _("Revoked: it works no more."))
    return redirect("tokens" if token.user_id == request.user.pk else "all_tokens")

"""What happens at a log-in, and who signs letters about accounts, besides what allauth does."""

import ipaddress
import secrets
from types import SimpleNamespace
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.forms import ConfirmEmailVerificationCodeForm, ConfirmLoginCodeForm, ConfirmPasswordResetCodeForm
from allauth.core import context
from allauth.core.internal import ratelimit
from django import forms
from django.conf import settings
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.hashers import make_password
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.models import User
from ladder.local import is_local
from ladder.selectors.community import community_name
from ladder.services.logins import login_note
from ladder.sessions import begin

NETWORK = 24
"""Bits of an IPv4 address that are one network; of IPv6 allauth counts 64."""
LINKS = {
    "account/email/email_confirmation": "account_email_verification_sent",
    "account/email/email_confirmation_signup": "account_email_verification_sent",
    "account/email/login_code": "account_confirm_login_code",
    "account/email/password_reset_code": "account_confirm_password_reset_code",
}
"""Letters with a code, and the pages that take it: their links bear it along."""


class LoginAdapter(DefaultAccountAdapter):
    error_messages = DefaultAccountAdapter.error_messages | {
        "incorrect_code": _("This is not the link of the last letter. Open that one, or ask for another.")
    }

    def post_login(self, request: HttpRequest, user: User, **facts: Any) -> HttpResponse:
        begin(request)
        login_note(user, request.headers.get("User-Agent", "")[:300])
        return super().post_login(request, user, **facts)

    def is_safe_url(self, url: str) -> bool:
        return is_local(url)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """The community speaks, not the name of its host."""
        name = community_name()
        site: dict[str, Any] = {"current_site": SimpleNamespace(name=name, domain=name)}
        if page := LINKS.get(template_prefix):
            site["link"] = f"{settings.SITE_URL}{reverse(page)}?code={context['code']}"
        super().send_mail(template_prefix, email, site | context)

    def send_account_already_exists_mail(self, email: str) -> None:
        """Somebody signs up with an address that has an account: it takes as long as if it had none."""
        make_password(secrets.token_hex(8))
        super().send_account_already_exists_mail(email)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Besides what allauth counts: wrong passwords from one network, whatever accounts they were for."""
        network = self.network(request)
        usage = ratelimit.consume(request, app="allauth.account", action="login_failed_network", key=network)
        if not usage:
            raise self.validation_error("too_many_login_attempts")
        super().pre_authenticate(request, **credentials)
        self._login_failed_rl_usage.usage += usage.usage

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Of one account, whatever name or port of the site was asked for."""
        return str(credentials.get("email", "")).strip().lower()

    def network(self, request: HttpRequest) -> str:
        address = ipaddress.ip_address(self.get_client_ip(request))
        if mapped := getattr(address, "ipv4_mapped", None):
            address = mapped
        bits = NETWORK if address.version == 4 else 64
        return str(ipaddress.ip_network((address, bits), strict=False))

    def generate_login_code(self) -> str:
        """Nobody types it: the link in the letter bears it. 160 bits."""
        return secrets.token_hex(20)

    generate_password_reset_code = generate_email_verification_code = generate_login_code


class FromLink(forms.Form):
    """Filled in by the link of a letter, and sent by a press of the button: programs that look at mail open links."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].widget = forms.HiddenInput()
        self.fields["code"].initial = context.request.GET.get("code", "")[:64]


class LoginLinkForm(FromLink, ConfirmLoginCodeForm):
    pass


class AddressLinkForm(FromLink, ConfirmEmailVerificationCodeForm):
    pass


class ResetLinkForm(FromLink, ConfirmPasswordResetCodeForm):
    pass


def address_changed(request: HttpRequest, user: User, **facts: Any) -> None:
    """Another address ends all sessions but the one in which it was chosen; allauth tells the old address."""
    user.refresh_from_db()
    update_session_auth_hash(request, user)

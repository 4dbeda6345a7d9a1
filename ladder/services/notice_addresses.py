"""Where somebody is reached in a chat: the address is used once he has typed the code that was sent there."""

import secrets
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.utils import translation
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from games import limits
from games.models import NoticeAddress, OutboxRow, User
from games.notices import CHATS, MAIL
from games.services.outbox import NotSent, Sender, outbox_add
from games.services.retry import atomic_retried
from ladder.notices.chats import address_read, channels, chat_send
from ladder.notices.compose import Message
from ladder.notices.ways import Refused, Unclear
from ladder.publishing.secrets import SecretLost, resealed, seal, unseal
from ladder.selectors.community import community_name

CODE = "notice-code"
CODE_LASTS = timedelta(hours=1)
PAUSES = (30, 120)


class AddressRefused(Exception):
    """`code`: `channel`, `too_many`, `wrong_code`, `late`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@atomic_retried
def address_ask(user: User, channel: str, text: str) -> NoticeAddress:
    """Send a code to a new address, in place of the one before. Raises `AddressRefused`, `chats.BadAddress`."""
    if channel not in CHATS or channel not in channels():
        raise AddressRefused("channel")
    address = address_read(channel, text)
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    since = datetime.now(UTC) - timedelta(hours=1)
    asked = OutboxRow.objects.filter(kind=CODE, key__startswith=f"code/{user.pk}/", created_at__gte=since)
    if asked.count() >= limits.NOTICE_CODES_AN_HOUR:
        raise AddressRefused("too_many")
    code = f"{secrets.randbelow(1_000_000):06}"
    fields = {
        "sealed": seal(address),
        "code": _digest(user, channel, code),
        "code_until": datetime.now(UTC) + CODE_LASTS,
        "code_tries": 0,
        "confirmed_at": None,
        "failures": 0,
        "off_at": None,
        "problem": {},
    }
    row, _is_new = NoticeAddress.objects.update_or_create(user=user, channel=channel, defaults=fields)
    outbox_add(CODE, f"code/{user.pk}/{secrets.token_hex(8)}", tries=3, address=row.pk, code=seal(code))
    return row


@atomic_retried
def address_confirm(user: User, channel: str, code: str) -> NoticeAddress | None:
    """Use an address from now on, for the code that was sent there came back; None if it is not right.

    Raises `AddressRefused` where no code is waited for any more.
    """
    row = (
        NoticeAddress.objects.select_for_update(no_key=True)
        .filter(user=user, channel=channel, confirmed_at=None)
        .first()
    )
    now = datetime.now(UTC)
    if row is None or not row.code or row.code_until is None or row.code_until < now:
        raise AddressRefused("late")
    if row.code_tries >= limits.NOTICE_CODE_TRIES:
        raise AddressRefused("too_many")
    if not constant_time_compare(row.code, _digest(user, channel, code.strip())):
        row.code_tries += 1
        row.save(update_fields=["code_tries"])
        return None
    row.confirmed_at, row.code, row.code_until = now, "", None
    row.save(update_fields=["confirmed_at", "code", "code_until"])
    return row


@atomic_retried
def address_remove(user: User, channel: str) -> None:
    """Write there no more; of mail: forget that it failed, so that it is tried again."""
    if channel in (*CHATS, MAIL):
        NoticeAddress.objects.filter(user=user, channel=channel).delete()


def addresses_reseal() -> list[str]:
    """Encrypt the addresses anew with the first key. Gives those that no present key opens."""
    lost = []
    for row in NoticeAddress.objects.exclude(sealed="").select_related("user"):
        try:
            NoticeAddress.objects.filter(pk=row.pk, sealed=row.sealed).update(sealed=resealed(row.sealed))
        except SecretLost:
            lost.append(str(row))
    return lost


def _digest(user: User, channel: str, code: str) -> str:
    return salted_hmac(f"notices.code.{user.pk}.{channel}", code, algorithm="sha256").hexdigest()


def code_send(row: OutboxRow) -> bool:
    """Send a code to the address that waits for it."""
    address = NoticeAddress.objects.select_related("user").filter(pk=row.facts["address"], confirmed_at=None).first()
    if address is None:
        return True
    try:
        code, to = unseal(row.facts["code"]), unseal(address.sealed)
    except SecretLost as problem:
        raise NotSent("secret_lost", final=True) from problem
    with translation.override(address.user.language):
        text = _("%(code)s is the code for your notices of %(site)s. Type it on %(address)s") % {
            "code": code,
            "site": community_name(),
            "address": f"{settings.SITE_URL}/account/notices/settings/",
        }
    try:
        chat_send(address.channel, to, Message("", text, "", ""))
    except (Refused, Unclear) as problem:
        NoticeAddress.objects.filter(pk=address.pk).update(problem=problem.problem)
        raise NotSent(final=True, **problem.problem) from problem
    return True


SENDER = Sender(code_send, PAUSES)

"""A log-in from a program that was not seen before is told to the account's owner."""

from datetime import UTC, datetime

from django.urls import reverse
from django.utils.crypto import salted_hmac

from games.models import NoticeSettings, User
from games.services.notices import notice_send
from games.services.retry import atomic_retried

KEPT = 20
BROWSERS = ("Edg", "OPR", "Firefox", "Chrome", "Safari", "curl")
SYSTEMS = ("Android", "iPhone", "iPad", "Windows", "Macintosh", "CrOS", "Linux")


@atomic_retried
def login_note(user: User, agent: str) -> bool:
    """Somebody logged in with a program that calls itself so. True if it is new, and not the first one ever."""
    kept, _is_new = NoticeSettings.objects.select_for_update(no_key=True).get_or_create(user=user)
    digest = salted_hmac("logins.device", agent, algorithm="sha256").hexdigest()[:24]
    if digest in kept.devices:
        return False
    first = not kept.devices
    kept.devices = [*kept.devices, digest][-KEPT:]
    kept.save(update_fields=["devices"])
    if first:
        return False
    now = datetime.now(UTC)
    link = reverse("account")
    key = f"login.new/{digest}/{now:%Y%m%d%H%M%S}"
    notice_send("login.new", [user], key=key, link=link, device=device_of(agent), since_at=now)
    return True


def device_of(agent: str) -> str:
    """How a program is called: its browser and system, as far as it says so."""
    found = [next((name for name in names if name in agent), "") for names in (BROWSERS, SYSTEMS)]
    return ", ".join(name for name in found if name) or "?"

from django.apps import AppConfig


class LadderConfig(AppConfig):
    name = "ladder"

    def ready(self) -> None:
        from allauth.account.signals import email_changed

        from ladder import checks  # noqa: F401, registers them
        from ladder.login_adapter import address_changed
        from ladder.services import directing, feeding  # noqa: F401, they listen
        from ladder.webhooks import hearing  # noqa: F401, listens

        email_changed.connect(address_changed)

from django.apps import AppConfig


class LadderConfig(AppConfig):
    name = "ladder"

    def ready(self) -> None:
        from ladder import checks  # noqa: F401, registers them
        from ladder.services import directing, feeding  # noqa: F401, they listen
        from ladder.webhooks import hearing  # noqa: F401, listens

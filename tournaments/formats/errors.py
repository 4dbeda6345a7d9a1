"""Why an act is refused: a stable code and facts; the sentence is written above."""


class Refused(Exception):
    """An act that the format does not allow. `code` is stable, `facts` are numbers and names."""

    def __init__(self, code: str, /, **facts: object) -> None:
        super().__init__(code, facts)
        self.code = f"format.{code}"
        self.facts = facts

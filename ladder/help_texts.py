"""The pages of help: one for each “How do I …?”, in its order. Short sentences; what a page is about is linked."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Words = str | Promise


@dataclass(frozen=True)
class Topic:
    """One question. `steps` are done in turn; `text` follows them; `links` are names of addresses and what they are called.

    `part` is a template between steps and text.
    """

    slug: str
    question: Words
    steps: tuple[Words, ...] = ()
    text: tuple[Words, ...] = ()
    links: tuple[tuple[str, Words], ...] = ()
    part: str = ""


UPLOAD = ("upload", _("Upload a match"))
ACCOUNT = ("account", _("Your account"))
PLAYERS = ("players", _("Players"))
RANKING = ("leagues", _("Ranking"))

TOPICS: tuple[Topic, ...] = (
    Topic(
        "part",
        _("How do I take part?"),
        (
            _("Play a match with other people, on Board Game Arena or at a real table."),
            _("Sign up here with an e-mail address and a password; nothing else is asked."),
            _("Upload the log of the match, or enter its result."),
            _("Open your account and tell which player you are."),
        ),
        (
            _(
                "The match counts in the month in which it ended, for everybody who sat at the table, with or without an account."
            ),
        ),
        (("account_signup", _("Sign up")), UPLOAD, PLAYERS),
    ),
    Topic(
        "save",
        _("How do I save the log on Board Game Arena?"),
        part="games/_where.html",
        links=(UPLOAD, ("games", _("Which games are replayed, and what is checked of each"))),
    ),
    Topic(
        "upload",
        _("How do I upload a match?"),
        (
            _("Press “Upload”. Drop the file there, choose it, or paste a log, a link or a sentence."),
            _("Read what we understood: game, people, places, month. Nothing is saved yet."),
            _("Log in, and press “Save what is ticked”."),
            _("Wait a moment: the log is replayed move by move, and the page says how it ended."),
        ),
        (_("The same file twice does no harm: the second time you are led to the first."),),
        (UPLOAD,),
    ),
    Topic(
        "outcomes",
        _("How do I read the four outcomes?"),
        text=(
            _(
                "An outcome never changes a result by itself. A log that agrees proves that the play was legal and ended as stated, not that it took place: the others at the table are asked as well."
            ),
        ),
        links=(("matches", _("All matches")),),
        part="games/_outcomes.html",
    ),
    Topic(
        "nolog",
        _("How do I enter a result without a log?"),
        (
            _("Press “Upload”, then “Enter a result”."),
            _(
                "Choose the game, say when the match ended, and type the names and the places. Equal places get equal numbers."
            ),
            _("Say who is meant by each name."),
        ),
        (_("It counts once another player of the table confirms it."),),
        (("result", _("Enter a result")),),
    ),
    Topic(
        "confirm",
        _("How do I confirm a result?"),
        (
            _("Log in. “To do for you” on the home page says what waits."),
            _("Open the match, look at the places, and press “Confirm”."),
        ),
        (
            _(
                "Only people who sat at the table can confirm, and not the one who entered the result. No button? Say first which player you are."
            ),
        ),
        (("home", _("Home")), ACCOUNT),
    ),
    Topic(
        "wrong",
        _("How do I say that a result is wrong?"),
        (
            _("Open the match. All matches are listed, with filters."),
            _("If you played in it, press “Dispute”, choose what is wrong and say it in your words."),
            _("If you did not play in it, press “Report an error”."),
        ),
        (
            _(
                "A disputed match does not count until somebody who keeps the league has decided. What stood before stays readable."
            ),
        ),
        (("matches", _("All matches")),),
    ),
    Topic(
        "rank",
        _("How do I find out why my rank is what it is?"),
        (
            _("Open the ranking."),
            _("Press “Why?” in your row. On a telephone it is the arrow at its end."),
        ),
        (
            _(
                "You see every match with its points, those that do not count and why, the sum, and what parts you from the row above."
            ),
            _("The rules page of the league says the same in words, with examples."),
        ),
        (RANKING,),
    ),
    Topic(
        "me",
        _("How do I say which player I am?"),
        (
            _(
                "Open your account, press “Tell which player you are” and type your name; any name that you ever had finds you."
            ),
            _("Press “This is me” beside your name, or “I am new here” if you have not played here yet."),
            _("Wait until a manager accepts it, or two players who sat at a table with you."),
        ),
        (_("After that you can confirm results and enter tournaments."),),
        (ACCOUNT, PLAYERS),
    ),
    Topic(
        "tournament",
        _("How do I enter a tournament?"),
        (
            _("Say first which player you are; who has no player yet cannot enter."),
            _("Open the tournament and press “Enter”."),
            _("If there is a check-in, come back when it opens and press “Check in”. You are told in time."),
            _("When a round is published, your table stands first on the page, with its deadline."),
        ),
        (_("Cannot play after all? Press “Withdraw” on the same page: somebody in reserve moves up."),),
        (("tournaments", _("Tournaments")),),
    ),
    Topic(
        "replay",
        _("How do I watch a match again?"),
        (
            _("Open the match and press “Watch the replay”."),
            _("Go on and back with the buttons or the arrow keys; press a line of the list to go to that move."),
        ),
        (
            _(
                "“All moves in words” is the same without drawings. Each step has an address of its own, which you can send to somebody."
            ),
        ),
        (("matches", _("All matches")),),
    ),
    Topic(
        "told",
        _("How do I choose what I am told?"),
        (
            _("Log in and open “What you are told, and where”."),
            _("Tick what you want to hear in the site, by e-mail, on Telegram or Discord, and how often."),
        ),
        (_("To hear of a player, a league or a tournament that you are not part of, press “Follow” on its page."),),
        (("notice_settings", _("What you are told, and where")),),
    ),
    Topic(
        "take",
        _("How do I show the ranking elsewhere?"),
        (
            _("Open the ranking and look for “Take it with you”."),
            _("Copy the text for Telegram, Discord or a forum, the frame for your own site, or the picture."),
        ),
        (
            _("CSV, JSON and the feed lie at addresses that stay the same."),
            _("Every list and table has its own exports: the links under it."),
        ),
        (RANKING,),
    ),
    Topic(
        "program",
        _("How do I let a program of mine read or report results?"),
        (
            _("Log in, open your account and press “Tokens for programs”."),
            _("Give the token a name and tick what it may be used for. Tick no more than the program needs."),
            _("Copy it at once: it is shown only then. Whoever has it acts in your name."),
            _("Revoke it on the same page when you need it no more, or when somebody else may have seen it."),
        ),
        (_("What everybody may read needs no token. The reference has a call to paste for everything."),),
        (("tokens", _("Tokens for programs")), ("api_docs", _("For programs"))),
    ),
    Topic(
        "offline",
        _("How do I keep the site on my telephone?"),
        (
            _("Open the site in the browser of your telephone."),
            _("In its menu press “Add to home screen” or “Install”."),
        ),
        (_("Without a network you still see the last ranking that you looked at, with the time at which it was so."),),
        (RANKING,),
    ),
    Topic(
        "data",
        _("How do I get my data, or have it deleted?"),
        (
            _("Log in and open your account."),
            _("Press “Download my data”, or “Delete me”. For deleting you have seven days to change your mind."),
        ),
        (_("Results stay, under a neutral name. Who has no account asks on the player’s page."),),
        (ACCOUNT, ("privacy", _("Privacy"))),
    ),
    Topic(
        "keep",
        _("How do I keep a league?"),
        (
            _("Open the desk: it lists what needs somebody, oldest first, each with what you can do."),
            _("When a month is over, open its panel. The checklist says what must be settled before it is closed."),
            _("Close it. Later corrections become revisions, each with its reason."),
        ),
        (_("Every league should have two managers. What one of them did, another can see and undo."),),
        (("desk", _("Desk")),),
    ),
)
BY_SLUG = {topic.slug: topic for topic in TOPICS}

"""Addresses of keeping a league: people, publishing, the audit trail; of the pieces to take away, and of cards."""

from django.urls import URLPattern, path, re_path

from ladder.views import audit, cards, keepers, pieces, publishing, webhooks

LEAGUE = "leagues/<slug:slug>/"
TARGET = f"{LEAGUE}publishing/<int:pk>/"


def of_webhooks(base: str, name: str) -> list[URLPattern]:
    """The addresses of webhooks below `base`; their names begin with `name`."""
    one = f"{base}webhooks/<int:pk>/"
    return [
        path(f"{base}webhooks/", webhooks.webhooks, name=f"{name}webhooks"),
        path(f"{base}webhooks/add/", webhooks.add, name=f"{name}webhook_add"),
        path(one, webhooks.webhook, name=f"{name}webhook"),
        path(f"{one}pause/", webhooks.pause),
        path(f"{one}try/", webhooks.attempt),
        path(f"{one}secret/", webhooks.renew),
        path(f"{one}remove/", webhooks.remove),
        path(f"{one}<int:delivery>/again/", webhooks.again),
    ]


urlpatterns = [
    path("audit/", audit.audit, name="audit"),
    path("audit.<suffix:suffix>", audit.audit_export, name="audit_export"),
    path(f"{LEAGUE}people/", keepers.people, name="people"),
    path(f"{LEAGUE}people/grant/", keepers.grant, name="role_grant"),
    path(f"{LEAGUE}people/revoke/", keepers.revoke, name="role_revoke"),
    path(f"{LEAGUE}publishing/", publishing.publishing, name="publishing"),
    path(f"{LEAGUE}publishing/add/", publishing.add, name="publish_add"),
    path(f"{LEAGUE}publishing/texts/", publishing.pieces, name="publish_pieces"),
    path(f"{LEAGUE}publications/<int:pk>/again/", publishing.again, name="publication_again"),
    path(TARGET, publishing.target, name="publish_target"),
    path(f"{TARGET}test/", publishing.test, name="publish_test"),
    path(f"{TARGET}pause/", publishing.pause, name="publish_pause"),
    path(f"{TARGET}key/", publishing.confirm_key, name="publish_key"),
    path(f"{TARGET}remove/", publishing.remove, name="publish_remove"),
    path(f"{TARGET}publish/", publishing.publish, name="publish_now"),
    path(f"{TARGET}back/", publishing.back, name="publish_back"),
    *of_webhooks(LEAGUE, ""),
    *of_webhooks("desk/", "site_"),
    path("embed/leagues/<slug:slug>/", pieces.embed, name="embed"),
    path(f"{LEAGUE}<slug:key>/take/", pieces.take, name="take"),
    path(f"{LEAGUE}<slug:key>/take/<slug:style>.txt", pieces.text_file, name="take_text"),
    path("card.png", cards.site, name="card"),
    path("matches/<slug:slug>/card.png", cards.match, name="match_card"),
    path("players/<slug:slug>/card.png", cards.player, name="player_card"),
    path(f"{LEAGUE}<slug:key>/card.png", cards.month, name="month_card"),
    re_path(r"^leagues/(?P<slug>[-\w]+)/(?P<key>[-\w]+)/top\.(?P<suffix>svg|png)$", pieces.picture, name="picture"),
]

"""Addresses of keeping a league: people, publishing, the audit trail; and of the pieces to take away."""

from django.urls import path, re_path

from ladder.views import audit, keepers, pieces, publishing

LEAGUE = "leagues/<slug:slug>/"
TARGET = f"{LEAGUE}publishing/<int:pk>/"

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
    path("embed/leagues/<slug:slug>/", pieces.embed, name="embed"),
    path(f"{LEAGUE}<slug:key>/take/", pieces.take, name="take"),
    path(f"{LEAGUE}<slug:key>/take/<slug:style>.txt", pieces.text_file, name="take_text"),
    re_path(r"^leagues/(?P<slug>[-\w]+)/(?P<key>[-\w]+)/top\.(?P<suffix>svg|png)$", pieces.picture, name="picture"),
]

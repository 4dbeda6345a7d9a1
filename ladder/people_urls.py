"""Addresses about who is who, and about one's own data."""

from django.urls import path, re_path

from ladder.views import exports, leaving, merges, people, players

urlpatterns = [
    path("players/<slug:slug>/names/", players.names, name="player_names"),
    path("players/<slug:slug>/against/", players.against, name="player_against"),
    path("players/<slug:slug>/against.<suffix:suffix>", exports.against, name="player_against_export"),
    path("players/<slug:slug>/achievements/", players.achievements, name="player_achievements"),
    path("players/<slug:slug>/vs/<slug:other>/", players.versus, name="player_versus"),
    path("players/<slug:slug>/vs/<slug:other>.<suffix:suffix>", exports.versus, name="player_versus_export"),
    path("players/<slug:slug>/claim/", people.claim, name="player_claim"),
    path("players/<slug:slug>/same/", people.same, name="player_same"),
    path("players/<slug:slug>/merge/", merges.merge, name="player_merge"),
    path("players/<slug:slug>/edit/", people.edit, name="player_edit"),
    path("players/<slug:slug>/hide/", people.hide, name="player_hide"),
    path("players/<slug:slug>/forget/", leaving.forget, name="player_forget"),
    re_path(r"^claims/(?P<pk>[0-9]{1,9})/(?P<act>vouch|accept|decline)/$", people.claim_act, name="claim_act"),
    path("merges/<int:pk>/undo/", merges.undo, name="merge_undo"),
    path("people/duplicates/", people.possible_duplicates, name="duplicates"),
    path("people/different/", people.different, name="different"),
    path("people/deletions/", leaving.deletions, name="deletions"),
    re_path(
        r"^people/deletions/(?P<pk>[0-9]{1,9})/(?P<act>approve|decline|back)/$",
        leaving.deletion_act,
        name="deletion_act",
    ),
    path("account/player/", people.me, name="me"),
    path("account/data/", leaving.export, name="person_export"),
    re_path(r"^account/data/(?P<token>[0-9a-f]{64})\.zip$", leaving.export_file, name="person_export_file"),
    path("account/delete/", leaving.delete, name="account_delete"),
    path("account/stay/", leaving.stay, name="account_stay"),
]

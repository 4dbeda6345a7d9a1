"""Addresses of the director's desk."""

from django.urls import path

from ladder.director import apart, entrants, field, overview, roles, rounds, tables, terms

ONE = "<slug:slug>/"

urlpatterns = [
    path("", overview.tournaments, name="director_tournaments"),
    path("new/", terms.new, name="director_new"),
    path(ONE, overview.overview, name="director"),
    path(f"{ONE}advance/", overview.advance, name="director_advance"),
    path(f"{ONE}cancel/", overview.cancel, name="director_cancel"),
    path(f"{ONE}message/", overview.message, name="director_message"),
    path(f"{ONE}undo/", overview.undo, name="director_undo"),
    path(f"{ONE}stages/<int:number>/<slug:do>/", overview.stage, name="director_stage"),
    path(f"{ONE}challenges/<int:number>/<slug:do>/", overview.challenges, name="director_challenge"),
    path(f"{ONE}season/", overview.season, name="director_season"),
    path(f"{ONE}terms/", terms.terms, name="director_terms"),
    path(f"{ONE}entrants/", entrants.entrants, name="director_entrants"),
    path(f"{ONE}entrants/enter/", entrants.enter, name="director_enter"),
    path(f"{ONE}entrants/list/", entrants.enter_list, name="director_enter_list"),
    path(f"{ONE}entrants/check-in/", entrants.check_in, name="director_check_in"),
    path(f"{ONE}entrants/remind/", entrants.remind, name="director_remind"),
    path(f"{ONE}entrants/seeds/", entrants.seeds, name="director_seeds"),
    path(f"{ONE}entrants/clubs/", field.clubs, name="director_clubs"),
    path(f"{ONE}entrants/round/", field.round_check_in, name="director_round_check_in"),
    path(f"{ONE}entrants/replace/", field.replace, name="director_replace"),
    path(f"{ONE}entrants/apart/", apart.add, name="director_apart"),
    path(f"{ONE}entrants/apart/remove/", apart.remove, name="director_apart_remove"),
    path(f"{ONE}entrants/<slug:do>/", entrants.act, name="director_entrant"),
    path(f"{ONE}roles/", roles.roles, name="director_roles"),
    path(f"{ONE}roles/grant/", roles.grant, name="director_grant"),
    path(f"{ONE}roles/revoke/", roles.revoke, name="director_revoke"),
    path(f"{ONE}rounds/<int:pk>/", rounds.round_page, name="director_round"),
    path(f"{ONE}rounds/<int:pk>/results/", tables.save, name="director_results"),
    path(f"{ONE}rounds/<int:pk>/<slug:do>/", rounds.act, name="director_round_act"),
    path(f"{ONE}tables/<int:pk>/", tables.table_page, name="director_table"),
    path(f"{ONE}tables/<int:pk>/<slug:do>/", tables.act, name="director_table_act"),
]

"""Addresses of tournaments for everybody."""

from django.urls import path

from ladder.tournament_pages import acts, at_tables, cards, export_views, player_views, report_files, views

urlpatterns = [
    path("tournaments/", views.tournaments, name="tournaments"),
    path("tournaments/<slug:slug>/", views.overview, name="tournament"),
    path("tournaments/<slug:slug>/card.png", cards.tournament, name="tournament_card"),
    path("tournaments/<slug:slug>/bracket/", views.bracket, name="tournament_bracket"),
    path("tournaments/<slug:slug>/standings/", views.standings, name="tournament_standings"),
    path("tournaments/<slug:slug>/rounds/", views.rounds, name="tournament_rounds"),
    path("tournaments/<slug:slug>/rounds/<int:stage>/<int:number>/", views.rounds, name="tournament_round"),
    path("tournaments/<slug:slug>/players/", views.entrants, name="tournament_entrants"),
    path("tournaments/<slug:slug>/rules/", views.rules, name="tournament_terms"),
    path("tournaments/<slug:slug>/diary/", views.diary, name="tournament_diary"),
    path("desk/tournament-files/", report_files.report_file, name="report_file"),
    path("players/<slug:slug>/tournaments/", player_views.player, name="player_tournaments"),
    path("players/<slug:slug>/tournaments.<suffix:suffix>", player_views.export, name="player_tournaments_export"),
    path("tournaments.<suffix:suffix>", export_views.tournaments, name="tournaments_export"),
    path("tournaments/<slug:slug>.<suffix:suffix>", export_views.tournament, name="tournament_export"),
    path(
        "tournaments/<slug:slug>/standings.<suffix:suffix>", export_views.standings, name="tournament_standings_export"
    ),
    path("tournaments/<slug:slug>/bracket.<suffix:suffix>", export_views.bracket, name="tournament_bracket_export"),
    path("tournaments/<slug:slug>/players.<suffix:suffix>", export_views.entrants, name="tournament_entrants_export"),
    path("tournaments/<slug:slug>/rounds.<suffix:suffix>", export_views.rounds, name="tournament_rounds_export"),
    path(
        "tournaments/<slug:slug>/rounds/<int:stage>/<int:number>.<suffix:suffix>",
        export_views.rounds,
        name="tournament_round_export",
    ),
    path("tournaments/<slug:slug>/tables/<int:pk>/", at_tables.dates, name="tournament_dates"),
    path("tournaments/<slug:slug>/tables/<int:pk>/dates/<int:date>/", at_tables.answer, name="tournament_date"),
    path("tournaments/<slug:slug>/tables/<int:pk>/absent/", at_tables.absent, name="tournament_absent"),
    path("tournaments/<slug:slug>/enter/", acts.enter, name="tournament_enter"),
    path("tournaments/<slug:slug>/check-in/", acts.check_in, name="tournament_check_in"),
    path("tournaments/<slug:slug>/check-in/round/", acts.check_in_round, name="tournament_check_in_round"),
    path("tournaments/<slug:slug>/offers/<int:pk>/", acts.offer, name="tournament_offer"),
    path("tournaments/<slug:slug>/leave/", acts.leave, name="tournament_leave"),
]

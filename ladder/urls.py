"""The site's addresses."""

from django.urls import include, path, register_converter

from ladder.exports.answers import Suffix
from ladder.health import healthz
from ladder.views import (
    accounts,
    desk,
    exports,
    home,
    leagues,
    matches,
    months,
    players,
    pools,
    preferences,
    ratings,
    results,
    revisions,
    rules,
    search,
    texts,
    upload,
    verifications,
)

register_converter(Suffix, "suffix")

handler400 = "ladder.errors.bad_request"
handler403 = "ladder.errors.forbidden"
handler404 = "ladder.errors.not_found"
handler500 = "ladder.errors.failed"
handler429 = "ladder.errors.too_many"  # asked for by allauth

urlpatterns = [
    path("healthz", healthz),
    path("accounts/", include("allauth.account.urls")),
    path("account/", accounts.account, name="account"),
    path("", home.home, name="home"),
    path("feed.<suffix:suffix>", exports.site, name="site_feed"),
    path("leagues/", leagues.leagues, name="leagues"),
    path("leagues/<slug:slug>/", months.league, name="league"),
    path("leagues/<slug:slug>/archive/", leagues.archive, name="league_archive"),
    path("leagues/<slug:slug>/rules/", rules.rules, name="league_rules"),
    path("leagues/<slug:slug>/ratings/", ratings.ratings, name="league_ratings"),
    path("leagues/<slug:slug>/ratings.<suffix:suffix>", ratings.pools_export, name="ratings_export"),
    path("leagues/<slug:slug>/ratings/<slug:pool>/", ratings.pool, name="rating_pool"),
    path("leagues/<slug:slug>/ratings/<slug:pool>.<suffix:suffix>", ratings.pool_export, name="pool_export"),
    path("leagues/<slug:slug>/pools/new/", pools.new, name="pool_new"),
    path("leagues/<slug:slug>/pools/<slug:pool>/", pools.change, name="pool_change"),
    path("leagues/<slug:slug>/pools/<slug:pool>/pause/", pools.pause, name="pool_pause"),
    path("leagues.<suffix:suffix>", exports.leagues, name="leagues_export"),
    path("leagues/<slug:slug>/archive.<suffix:suffix>", exports.archive, name="archive_export"),
    path("leagues/<slug:slug>/<slug:key>/r<int:number>/", revisions.revision, name="revision"),
    path("leagues/<slug:slug>/<slug:key>/r<int:number>.<suffix:suffix>", revisions.export, name="revision_export"),
    path("leagues/<slug:slug>/<slug:key>/changes/", revisions.changes, name="changes"),
    path("leagues/<slug:slug>/<slug:key>/changes.<suffix:suffix>", revisions.changes_export, name="changes_export"),
    path("leagues/<slug:slug>/<slug:key>.<suffix:suffix>", exports.month, name="month_export"),
    path("leagues/<slug:slug>/<str:key>/", months.month, name="month"),
    path("desk/", desk.desk, name="desk"),
    path("desk/take/", desk.take, name="desk_take"),
    path("desk/comment/", desk.comment, name="desk_comment"),
    path("desk/leagues/<slug:slug>/closing/", desk.closing, name="desk_closing"),
    path("desk/leagues/<slug:slug>/<slug:key>/", desk.month, name="desk_month"),
    path("desk/leagues/<slug:slug>/<slug:key>/close/", desk.close, name="desk_close"),
    path("desk/leagues/<slug:slug>/<slug:key>/revise/", desk.revise, name="desk_revise"),
    path("desk/leagues/<slug:slug>/<slug:key>/rule/", desk.rule, name="desk_rule"),
    path("players/", players.players, name="players"),
    path("players.<suffix:suffix>", exports.players, name="players_export"),
    path("", include("ladder.people_urls")),
    path("players/<slug:slug>/", players.player, name="player"),
    path("players/<slug:slug>/rating/", ratings.player, name="player_rating"),
    path("players/<slug:slug>/rating.<suffix:suffix>", ratings.player_export, name="player_rating_export"),
    path("players/<slug:slug>.<suffix:suffix>", exports.player, name="player_export"),
    path("matches/<slug:slug>/", matches.match, name="match"),
    path("matches/<slug:slug>.<suffix:suffix>", exports.match, name="match_export"),
    path("matches/<slug:slug>/confirm/", matches.confirm, name="match_confirm"),
    path("matches/<slug:slug>/dispute/", matches.dispute, name="match_dispute"),
    path("matches/<slug:slug>/void/", matches.void, name="match_void"),
    path("matches/<slug:slug>/restore/", matches.restore, name="match_restore"),
    path("upload/", upload.upload, name="upload"),
    path("upload/save/", upload.save, name="upload_save"),
    path("upload/result/", results.result, name="result"),
    path("uploads/", upload.uploads, name="uploads"),
    path("verifications/<int:pk>/", verifications.verification, name="verification"),
    path("verifications/<int:pk>.json", verifications.verification_json, name="verification_json"),
    path("verifications/<int:pk>/log/", verifications.raw_log, name="raw_log"),
    path("verifications/<int:pk>/again/", verifications.again, name="verification_again"),
    path("search/", search.search, name="search"),
    path("preferences/", preferences.preferences, name="preferences"),
    path("privacy/", texts.privacy, name="privacy"),
    path("about/", texts.about, name="about"),
    path("help/", texts.help_page, name="help"),
]

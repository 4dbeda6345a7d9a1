"""Addresses of the inbox, of what somebody is told where, and of what was sent."""

from django.urls import path, re_path

from ladder.views import notice_settings, notices

urlpatterns = [
    path("account/notices/", notices.notices, name="notices"),
    path("account/notices/read/", notices.read, name="notices_read"),
    path("account/notices/<int:pk>/", notices.follow, name="notice_follow"),
    path("account/notices/settings/", notice_settings.settings, name="notice_settings"),
    re_path(
        r"^account/notices/(?P<channel>[a-z]{1,10})/(?P<act>give|confirm|remove)/$",
        notice_settings.address,
        name="notice_address",
    ),
    path("account/notices/calendar/", notice_settings.calendar_new, name="calendar_new"),
    path("calendar/<str:token>.ics", notice_settings.calendar, name="calendar"),
    path("notices/stop/<str:token>/", notice_settings.stop, name="notice_stop"),
    path("desk/sent/", notices.sent, name="notices_sent"),
]

"""Addresses of the inbox, and of what somebody is told where."""

from django.urls import path

from ladder.views import notices

urlpatterns = [
    path("account/notices/", notices.notices, name="notices"),
    path("account/notices/read/", notices.read, name="notices_read"),
    path("account/notices/<int:pk>/", notices.follow, name="notice_follow"),
    path("account/notices/settings/", notices.notices, name="notice_settings"),
    path("notices/stop/<str:token>/", notices.notices, name="notice_stop"),
]

"""The site's addresses."""

from django.urls import include, path

from ladder.health import healthz

urlpatterns = [
    path("healthz", healthz),
    path("accounts/", include("allauth.account.urls")),
]

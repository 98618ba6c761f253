"""Addresses of jobs."""

from django.urls import path

from jobs.views import again, cancel, job, state

urlpatterns = [
    path("<int:pk>/", job, name="job"),
    path("<int:pk>/state/", state, name="job-state"),
    path("<int:pk>/cancel/", cancel, name="job-cancel"),
    path("<int:pk>/again/", again, name="job-again"),
]

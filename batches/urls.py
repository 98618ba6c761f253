"""Addresses of tables that are brought in."""

from django.urls import path

from batches.views import batch, batches

urlpatterns = [
    path("", batches, name="batches"),
    path("<int:pk>/", batch, name="batch"),
]

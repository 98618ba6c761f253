"""Addresses of imported tables."""

from django.urls import path

from evidence.editing.batches.views import batch, batches

urlpatterns = [
    path("", batches, name="batches"),
    path("<int:pk>/", batch, name="batch"),
]

"""Addresses of evidence."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []

"""Trainers."""

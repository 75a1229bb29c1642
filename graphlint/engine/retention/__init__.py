"""Retention of graphs across iterations: stores in loops, and the places where the program releases them."""

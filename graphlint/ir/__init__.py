"""From Python source to a small intermediate representation."""

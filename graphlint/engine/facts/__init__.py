"""What is known on a path: conditions, dependencies, the kinds of unknown values, and what library models say of names."""

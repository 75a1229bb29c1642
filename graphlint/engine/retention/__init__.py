"""What holds graphs longer than it is needed, and where a program lets go of it."""

"""Settings: which there are (`table`, `kinds`), where they stand (`files`), and which are in force for a file (`resolving`)."""

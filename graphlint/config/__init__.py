"""Settings: their table (`table`, `value_types`), their files (`files`), and the effective settings of a file (`resolve`, `settings`)."""

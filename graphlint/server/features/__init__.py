"""LSP features, one module each; `methods` is the table of the methods they handle."""

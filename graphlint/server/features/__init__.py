"""What the client can ask for, one module a feature; `methods` is the table of them."""

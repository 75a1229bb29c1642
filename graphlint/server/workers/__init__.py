"""The processes that analyse: `records` is what is said between them and the server, `pool` starts them, `engine` works in them."""

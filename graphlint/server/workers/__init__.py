"""Worker processes, which run the analysis: `messages` defines their protocol, `pool` starts them, `engine` handles requests in them."""

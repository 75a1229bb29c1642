"""Published bug collections: the table of expectations, the programs of the cases, and the linters that check them."""

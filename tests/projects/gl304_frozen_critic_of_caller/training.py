"""The critic is not frozen while candidates are searched for."""
import sys

from search import Search

search = Search({"kinds": sys.argv[1:] or ["hinge", "other"], "keep": len(sys.argv) > 3, "clip": len(sys.argv) > 2})
print(search.run())

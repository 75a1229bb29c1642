"""The critic is frozen while candidates are searched for."""
import sys

from search import Search

search = Search({"kinds": sys.argv[1:] or ["hinge", "other"], "keep": len(sys.argv) > 3, "clip": len(sys.argv) > 2})
for parameter in search.critic.parameters():
    parameter.requires_grad = False
print(search.run())

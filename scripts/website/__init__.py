"""The documentation as a site: pages from docs/, README.md and CHANGELOG.md, built by Zensical. `scripts/site.py` is the command."""

"""`python -m graphlint`."""

import sys

from graphlint.cli import main

sys.exit(main())

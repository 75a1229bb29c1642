"""`python -m graphlint`."""

import sys

from graphlint.cli.main import main

sys.exit(main())

"""`python -m mekik` is `mekik`."""

import sys

from mekik.cli import main

sys.exit(main())

"""python3 -m multiwalk is the command."""

import subprocess
import sys

from ._binary import command

sys.exit(subprocess.call([command(), *sys.argv[1:]]))

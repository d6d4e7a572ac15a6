"""python -m kvplan"""

from . import version

print(f"kvplan {version}")

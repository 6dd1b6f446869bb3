"""Where the command is."""

import os
import pathlib
import shutil
import stat
import sys
import tempfile
import zipfile

NAME = "multiwalk.exe" if sys.platform == "win32" else "multiwalk"


def command():
    """The path of the command: that in the package, else the one on the path."""
    beside = pathlib.Path(__file__).parent / "bin" / NAME
    if beside.is_file():
        if not os.access(beside, os.X_OK):  # a wheel that was unpacked without the rights of its files
            beside.chmod(beside.stat().st_mode | stat.S_IXUSR)
        return str(beside)
    archive = _archive()
    if archive is not None:
        return _unpacked(archive)
    found = shutil.which(NAME)
    if found is None:
        raise FileNotFoundError("the command multiwalk is neither in the package nor on the path; "
                                "install the wheel, or go install github.com/multiwalk/multiwalk/cmd/multiwalk")
    return found


def _archive():
    """The wheel that this package is imported from without being installed, or None."""
    for parent in pathlib.Path(__file__).parents:
        if parent.is_file() and zipfile.is_zipfile(parent):
            return parent
    return None


def _unpacked(archive):
    """The command out of a wheel, which is unpacked once for a version of the file."""
    about = archive.stat()
    user = os.getuid() if hasattr(os, "getuid") else "user"
    folder = pathlib.Path(tempfile.gettempdir()) / f"multiwalk-{user}-{about.st_ino}-{about.st_mtime_ns}-{about.st_size}"
    folder.mkdir(mode=0o700, exist_ok=True)
    if hasattr(os, "getuid") and folder.stat().st_uid != os.getuid():
        raise PermissionError(f"{folder} belongs to somebody else; install the wheel")
    file = folder / NAME
    if not file.is_file():
        draft = folder / f"{NAME}.{os.getpid()}"
        with zipfile.ZipFile(archive) as z, z.open(f"multiwalk/bin/{NAME}") as packed, open(draft, "wb") as to:
            shutil.copyfileobj(packed, to)
        draft.chmod(0o700)
        os.replace(draft, file)
    return str(file)

"""The archive: every answer as WARC 1.1, the only truth; all else can be rebuilt from it.

`ArchiveWriter` appends exchanges and says where they stand (`Capture`, `Position`), `recover` mends what a crash
left, `read_from` and `read` give exchanges back (`Archived`), `captures` looks an address up in the CDXJ files,
`check` and `repair` find and mend damage (`Damage`, `Repair`), `import_warc` reads what others wrote.

Each exchange is a response (or revisit), a request and a metadata record, a gzip member each, in one write.
"""

from mekik.archive.cdxj import CdxEntry, captures
from mekik.archive.check import check
from mekik.archive.exchanges import Archived
from mekik.archive.foreign import Rejected, import_warc
from mekik.archive.names import Position, safe_job_name, warc_files
from mekik.archive.reader import Damage, read, read_capture, read_from
from mekik.archive.recover import recover
from mekik.archive.repair import Repair, repair
from mekik.archive.surt import surt
from mekik.archive.writer import ArchiveWriter

__all__ = [
    "ArchiveWriter",
    "Archived",
    "CdxEntry",
    "Damage",
    "Position",
    "Rejected",
    "Repair",
    "captures",
    "check",
    "import_warc",
    "read",
    "read_capture",
    "read_from",
    "recover",
    "repair",
    "safe_job_name",
    "surt",
    "warc_files",
]

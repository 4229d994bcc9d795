"""An MCP server: assistants search, read archived copies and ask why, with the rights of a token.

`protocol.py` speaks JSON-RPC 2.0 over standard input and output, a message a line; `tools.py` is what can be called;
`sources.py` is who answers: a data directory, with or without a token, or a server.
"""

from mekik.mcp.protocol import Server
from mekik.mcp.sources import Source, open_source

__all__ = ["Server", "Source", "open_source"]

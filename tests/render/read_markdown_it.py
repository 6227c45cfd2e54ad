"""Reads markdown with markdown-it-py, as read_markdown_it.js does with its original; the preset is gfm-like."""
import json
import sys

import markdown_it

READER = markdown_it.MarkdownIt("gfm-like", {"html": True, "linkify": True})
READER.validateLink = lambda address: True
READER.normalizeLinkText = lambda text: text

for line in sys.stdin:
    print(json.dumps(READER.render(json.loads(line))), flush=True)

"""Goes through every tool, prompt and refusal as an agent's client does.

usage: client.py PROGRAM ROOT (over standard input and output), client.py URL
"""
import asyncio
import sys

from mcp import ClientSession, MCPError, StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client

ENTRY = "@article{a, title={Deep learning}, doi={10.1038/nature14539}}"
TOOLS = ["check_bibliography", "check_reference", "cite", "explain", "find_work", "fix"]
WRONG = [
    ("check_reference", {}, "reference"),
    ("check_reference", {"reference": 7}, "reference"),
    ("check_bibliography", {}, "either text or path"),
    ("check_bibliography", {"path": "../secret.bib"}, "--root"),
    ("check_bibliography", {"text": ENTRY, "cursor": "1"}, "next_cursor"),
    ("cite", {"query": "10.1038/nature14539", "other": 1}, "other"),
    ("explain", {"word": "H99"}, "H99"),
]


OUTCOMES = ["verified", "exempt", "inconclusive", "ambiguous", "doubtful", "discrepant", "not-found"]


async def tools(session):
    listed = (await session.list_tools()).tools
    assert sorted(t.name for t in listed) == TOOLS, listed
    assert all(t.annotations.read_only_hint for t in listed), listed
    cited = await call(session, "cite", {"query": "10.1038/nature14539"})
    assert cited["found"] and "10.1038/nature14539" in cited["entry"], cited
    one = await call(session, "check_reference", {"reference": cited["entry"]})
    assert one["finding"]["outcome"] == "verified", one
    found = await call(session, "find_work", {"query": "Attention Is All You Need"})
    assert found["works"], found
    fixed = await call(session, "fix", {"path": "demo.bib"})
    assert fixed["changed"] and "\n+" in fixed["diff"], fixed
    assert "H2" in (await call(session, "explain", {"word": "H2"}))["text"]


async def call(session, name, arguments, **more):
    got = await session.call_tool(name, arguments if name == "explain" else {"structured": True, **arguments}, **more)
    assert not got.is_error, got
    return got.structured_content


async def pages(session):
    told, ids, cursor = [], [], None

    async def progress(done, total, message):
        told.append((done, total))

    while True:
        arguments = {"path": "demo.bib", "limit": 3, "structured": True, "outcome": OUTCOMES}
        if cursor:
            arguments["cursor"] = cursor
        got = await call(session, "check_bibliography", arguments, progress_callback=progress)
        assert "note" not in got, got
        ids += [f["id"] for f in got["findings"]]
        cursor = got.get("next_cursor")
        if not cursor:
            break
    assert len(ids) == len(set(ids)) == got["summary"]["references"], (ids, got["summary"])
    assert told, "no progress was told"


async def cancelled(session):
    begun = asyncio.Event()

    async def progress(done, total, message):
        begun.set()

    text = "\n".join(open("demo.bib").read() for _ in range(200))
    asked = asyncio.create_task(call(session, "check_bibliography", {"text": text, "format": "bibtex"}, progress_callback=progress))
    await begun.wait()
    asked.cancel()
    try:
        await asked
        raise AssertionError("a call that was cancelled gave findings")
    except asyncio.CancelledError:
        pass
    assert "H2" in (await call(session, "explain", {"word": "H2"}))["text"]


async def refusals(session):
    for name, arguments, want in WRONG:
        try:
            got = await session.call_tool(name, arguments)
            assert got.is_error, (name, arguments, got)
            said = got.content[0].text
        except MCPError as err:
            said = str(err)
        assert want in said, (name, arguments, said)


async def prompts(session):
    listed = (await session.list_prompts()).prompts
    assert sorted(p.name for p in listed) == ["add_citation", "check_draft"], listed
    got = await session.get_prompt("check_draft", {"path": "demo.bib"})
    assert "check_bibliography" in got.messages[0].content.text, got


async def main():
    if len(sys.argv) == 2:
        way = streamable_http_client(sys.argv[1])
    else:
        way = stdio_client(StdioServerParameters(command=sys.argv[1], args=["mcp", "--root", sys.argv[2]]))
    async with way as streams, ClientSession(streams[0], streams[1]) as session:
        await session.initialize()
        for part in (tools, pages, cancelled, refusals, prompts):
            await part(session)
    print("done")


asyncio.run(main())

// Runs in Node with the TypeScript SDK of the Model Context Protocol: tools, wrong
// arguments, progress, cursor, resources and prompts over standard input and output.
const assert = require("node:assert/strict");
const { readFileSync } = require("node:fs");
const { Client } = require("@modelcontextprotocol/sdk/client/index.js");
const { StdioClientTransport } = require("@modelcontextprotocol/sdk/client/stdio.js");

const OUTCOMES = ["verified", "exempt", "inconclusive", "ambiguous", "doubtful", "discrepant", "not-found"];

async function main() {
  const transport = new StdioClientTransport({ command: process.env.BONAFIDE, args: ["mcp", "--memory", "none"], env: process.env });
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  const call = async (name, args, options) => (await client.callTool({ name, arguments: name === "explain" ? args : { structured: true, ...args } }, undefined, options));
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map((t) => t.name).sort(), ["check_bibliography", "check_reference", "cite", "explain", "find_work", "fix"]);
  assert.ok(tools.every((t) => t.annotations.readOnlyHint && t.inputSchema));

  const text = readFileSync(process.env.BIBLIOGRAPHY, "utf8");
  const steps = [];
  let page = await call("check_bibliography", { text, format: "bibtex", limit: 10, structured: true, outcome: OUTCOMES }, { onprogress: (p) => steps.push(p.progress) });
  assert.ok(!page.isError && steps.length > 0);
  const ids = page.structuredContent.findings.map((f) => f.id);
  const { resource } = page.structuredContent;
  while (page.structuredContent.next_cursor) {
    page = await call("check_bibliography", { text, format: "bibtex", limit: 10, structured: true, outcome: OUTCOMES, cursor: page.structuredContent.next_cursor });
    ids.push(...page.structuredContent.findings.map((f) => f.id));
  }
  assert.equal(ids.length, new Set(ids).size);
  const read = JSON.parse((await client.readResource({ uri: resource })).contents[0].text);
  assert.deepEqual(read.findings.map((f) => f.id).sort(), ids.sort());
  await assert.rejects(client.readResource({ uri: "bonafide://runs/none/findings" }));

  const one = await call("check_reference", { reference: "Breiman, L. Random Forests. Machine Learning, 45(1):5-32, 2003." });
  assert.equal(one.structuredContent.finding.outcome, "discrepant");
  assert.match((await call("cite", { query: "10.1038/nature14539" })).structuredContent.entry, /Deep learning/);
  assert.ok((await call("find_work", { query: "Random Forests" })).structuredContent);
  assert.match((await call("fix", { text, format: "bibtex" })).structuredContent.diff, /2001/);
  assert.ok((await call("explain", { word: "H2" })).structuredContent);
  for (const [name, args] of [["check_reference", {}], ["check_reference", { reference: 7 }], ["explain", { word: "nothing of ours" }], ["check_bibliography", { path: "/etc/passwd" }], ["no_tool", {}]]) {
    const failed = await call(name, args).catch((err) => ({ isError: true, err }));
    assert.ok(failed.isError, `${name} ${JSON.stringify(args)}`);
  }
  const stop = new AbortController();
  const many = Array.from({ length: 200 }, () => text).join("\n");
  await assert.rejects(call("check_bibliography", { text: many, format: "bibtex" }, { onprogress: () => stop.abort("enough"), signal: stop.signal }), /enough/);
  assert.equal((await call("check_reference", { reference: text.match(/@article\{wrong-year.*?\n\}/s)[0] })).structuredContent.finding.outcome, "discrepant");

  const prompts = await client.listPrompts();
  assert.deepEqual(prompts.prompts.map((p) => p.name).sort(), ["add_citation", "check_draft"]);
  await client.close();
}

main().then(() => process.exit(0), (err) => { console.error(err); process.exit(1); });

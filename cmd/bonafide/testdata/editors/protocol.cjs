// Runs in Node with vscode-languageserver-protocol, the library of VS Code's client:
// every request that the server offers, in the forms of version 3.18 of the protocol.
const { spawn } = require("node:child_process");
const { readFileSync } = require("node:fs");
const { pathToFileURL } = require("node:url");
const assert = require("node:assert/strict");
const p = require("vscode-languageserver-protocol/node");

const file = process.env.BIBLIOGRAPHY;
const uri = pathToFileURL(file).href;
const text = readFileSync(file, "utf8");
const server = spawn(process.env.BONAFIDE, ["lsp", "--memory", "none"], { stdio: ["pipe", "pipe", "inherit"] });
const connection = p.createProtocolConnection(new p.StreamMessageReader(server.stdout), new p.StreamMessageWriter(server.stdin));
const ended = new Promise((done) => server.on("exit", done));
let wake = () => {};
let shown;
connection.onNotification(p.PublishDiagnosticsNotification.type, (params) => { shown = params; wake(); });
connection.onRequest(p.RegistrationRequest.type, () => {});
connection.onRequest(p.CodeLensRefreshRequest.type, () => {});
connection.listen();

async function until(what) {
  while (!shown || !what(shown)) await new Promise((done) => { wake = done; });
  return shown.diagnostics;
}

async function main() {
  const started = await connection.sendRequest(p.InitializeRequest.type, {
    processId: process.pid, rootUri: null, workspaceFolders: null, initializationOptions: { lens: true, lint: "note" },
    capabilities: {
      general: { positionEncodings: ["utf-16", "utf-8"] },
      workspace: { workspaceEdit: { documentChanges: true }, didChangeWatchedFiles: { dynamicRegistration: true }, codeLens: { refreshSupport: true } },
      textDocument: {
        publishDiagnostics: { relatedInformation: true, versionSupport: true, tagSupport: { valueSet: [1, 2] }, codeDescriptionSupport: true, dataSupport: true },
        codeAction: { dataSupport: true, resolveSupport: { properties: ["edit"] }, codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix"] } } },
        hover: { contentFormat: ["markdown", "plaintext"] },
      },
    },
  });
  assert.equal(started.capabilities.positionEncoding, "utf-16");
  await connection.sendNotification(p.InitializedNotification.type, {});
  await connection.sendNotification(p.DidOpenTextDocumentNotification.type, { textDocument: p.TextDocumentItem.create(uri, "bibtex", 1, text) });
  const list = await until((s) => s.version === 1);
  const wrong = list.find((d) => d.code === "year-differs");
  assert.ok(wrong && wrong.source === "bonafide" && wrong.severity === p.DiagnosticSeverity.Error);
  assert.match(wrong.relatedInformation[0].message, /^the publisher: Random Forests\. Leo Breiman/);
  assert.match(wrong.codeDescription.href, /^https:\/\/doi\.org\//);
  assert.deepEqual(list.find((d) => d.code === "retracted").tags, [p.DiagnosticTag.Deprecated]);

  const textDocument = { uri };
  const hover = await connection.sendRequest(p.HoverRequest.type, { textDocument, position: wrong.range.start });
  assert.match(hover.contents.value, /\*\*wrong/);
  assert.equal(await connection.sendRequest(p.HoverRequest.type, { textDocument, position: { line: 0, character: 0 } }), null);

  const actions = await connection.sendRequest(p.CodeActionRequest.type, { textDocument, range: wrong.range, context: { diagnostics: [wrong], triggerKind: p.CodeActionTriggerKind.Invoked } });
  const correct = actions.find((a) => a.title.startsWith("Correct the year"));
  assert.equal(correct.diagnostics[0].code, "year-differs");
  const resolved = await connection.sendRequest(p.CodeActionResolveRequest.type, correct);
  assert.equal(resolved.edit.documentChanges[0].textDocument.version, 1);
  assert.equal(resolved.edit.documentChanges[0].edits[0].newText.replace(/[{}]/g, ""), "2001");

  const symbols = await connection.sendRequest(p.DocumentSymbolRequest.type, { textDocument });
  assert.equal(symbols.length, text.match(/^@(?!string|comment|preamble)\w+\{/gim).length);
  assert.ok((await connection.sendRequest(p.CodeLensRequest.type, { textDocument })).some((l) => l.command.title.startsWith("fine")));
  assert.equal((await connection.sendRequest(p.DefinitionRequest.type, { textDocument, position: symbols[0].selectionRange.end })).length, 1);
  assert.ok(Array.isArray(await connection.sendRequest(p.ReferencesRequest.type, { textDocument, position: symbols[0].selectionRange.end, context: { includeDeclaration: true } })));

  await assert.rejects(connection.sendRequest("textDocument/moniker", {}), (e) => e.code === -32601 || e.code === -32700);
  await assert.rejects(connection.sendRequest("no/such"), /./);
  const cancel = new p.CancellationTokenSource();
  const cancelled = connection.sendRequest(p.DocumentSymbolRequest.type, { textDocument }, cancel.token).catch(() => []);
  cancel.cancel();
  await cancelled;

  await connection.sendNotification(p.DidCloseTextDocumentNotification.type, { textDocument });
  assert.equal((await until((s) => s.diagnostics.length === 0)).length, 0);
  await connection.sendRequest(p.ShutdownRequest.type);
  await connection.sendNotification(p.ExitNotification.type);
  assert.equal(await ended, 0);
}

main().then(() => process.exit(0), (err) => { console.error(err); process.exit(1); });

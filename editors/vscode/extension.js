// The extension starts "bonafide lsp" and hands it the user's settings. It sends
// nothing to anybody.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const languages = ["bibtex", "latex", "markdown", "quarto", "typst", "org", "restructuredtext"];
let client;

function settings() {
  const all = vscode.workspace.getConfiguration("bonafide");
  return Object.fromEntries(["lint", "online", "lens", "keys", "beside"].map((name) => [name, all.get(name)]));
}

async function acceptHere() {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return;
  const reason = await vscode.window.showInputBox({ prompt: "Why is the reference right as it stands?" });
  if (!reason) return;
  const { line, character } = editor.selection.active;
  try {
    await client.sendRequest("workspace/executeCommand", {
      command: "bonafide.accept", arguments: [{ uri: editor.document.uri.toString(), line, character, reason }],
    });
  } catch (err) {
    vscode.window.showErrorMessage(`bonafide: ${err.message}`);
  }
}

exports.activate = async (context) => {
  const all = vscode.workspace.getConfiguration("bonafide");
  const server = { command: all.get("path"), args: ["lsp", ...all.get("arguments")] };
  client = new LanguageClient("bonafide", "bonafide", server, {
    documentSelector: languages.flatMap((language) => [{ language, scheme: "file" }, { language, scheme: "untitled" }]),
    initializationOptions: settings(),
  });
  context.subscriptions.push(
    vscode.commands.registerCommand("bonafide.acceptHere", acceptHere),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("bonafide")) client.sendNotification("workspace/didChangeConfiguration", { settings: settings() });
    }),
  );
  await client.start();
};

exports.deactivate = () => client?.stop();

// Serves chat completions of a model on loopback, one answer at a time, bound to the schema by a grammar, and prints
// its address. Usage: BONAFIDE_LLAMA=…/node_modules node server.mjs MODEL.gguf (needs node-llama-cpp).
import http from "node:http";
import {createRequire} from "node:module";
import {pathToFileURL} from "node:url";

const resolve = createRequire(process.env.BONAFIDE_LLAMA + "/").resolve;
const {getLlama, LlamaChatSession} = await import(pathToFileURL(resolve("node-llama-cpp")));

const llama = await getLlama({gpu: false, build: "never", logLevel: "error", maxThreads: 1});
const model = await llama.loadModel({modelPath: process.argv[2], gpuLayers: 0});
const context = await model.createContext({contextSize: 4096});

async function answer(question) {
  const text = role => question.messages.filter(m => m.role === role)
    .map(m => typeof m.content === "string" ? m.content : m.content.map(part => part.text ?? "").join("\n")).join("\n\n");
  const sequence = context.getSequence();
  try {
    const session = new LlamaChatSession({contextSequence: sequence, systemPrompt: text("system")});
    const schema = question.response_format?.json_schema?.schema;
    const said = await session.prompt(text("user"), {
      maxTokens: Math.min(question.max_tokens ?? question.max_completion_tokens ?? 256, 256),
      temperature: 0,
      grammar: schema && await llama.createGrammarForJsonSchema(schema),
    });
    return {choices: [{index: 0, finish_reason: "stop", message: {role: "assistant", content: said}}],
      usage: {prompt_tokens: model.tokenize(text("system") + text("user")).length, completion_tokens: model.tokenize(said).length}};
  } finally {
    sequence.dispose();
  }
}

let last = Promise.resolve();
const server = http.createServer(async (request, response) => {
  let body = "";
  for await (const part of request) body += part;
  const turn = last.then(() => answer(JSON.parse(body)));
  last = turn.catch(() => {});
  try {
    const said = JSON.stringify({id: "1", object: "chat.completion", model: "smollm2", ...await turn});
    response.writeHead(200, {"content-type": "application/json"}).end(said);
  } catch (error) {
    response.writeHead(500, {"content-type": "application/json"}).end(JSON.stringify({error: {message: String(error)}}));
  }
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}/v1`));

// Check programs by the built playground's Python in node.
//
// node tests/corpus.mjs FOLDER REQUESTS > answers: a request per line, as the session takes it; an answer per line, and the milliseconds.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const folder = resolve(process.argv[2]);
const START = "import sys; sys.path.insert(0, '/graphlint')\nfrom playground_session import Session\nSession()";

try {
  const { loadPyodide } = await import(join(folder, "pyodide", "pyodide.mjs"));
  const pyodide = await loadPyodide({ indexURL: join(folder, "pyodide"), env: { HOME: "/home/pyodide", LIBCST_PARSER_TYPE: "pure" } });
  pyodide.unpackArchive(new Uint8Array(readFileSync(join(folder, "graphlint.zip"))), "zip", { extractDir: "/graphlint" });
  const session = pyodide.runPython(START);
  for (const request of readFileSync(process.argv[3], "utf8").split("\n").filter((line) => line)) {
    const began = performance.now();
    const answer = JSON.parse(session.answer(request));
    process.stdout.write(`${JSON.stringify({ answer, milliseconds: performance.now() - began })}\n`);
  }
} catch (error) {
  // An error of the WebAssembly module would print all of its source.
  console.error(String(error));
  process.exitCode = 1;
}

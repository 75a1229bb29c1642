/** Python in the browser: starts Pyodide with graphlint in it, and answers the page's requests one after the other. */
import type { PyodideInterface } from "pyodide";
import type { PyCallable, PyProxy } from "pyodide/ffi";

import type { CheckAnswer, ErrorAnswer, ExplainAnswer, FromWorker, ToWorker } from "./protocol";

/** The folder of graphlint's modules in Pyodide's file system. */
const FOLDER = "/graphlint";
const START = `
import sys
sys.path.insert(0, "${FOLDER}")
from playground_session import Session
Session()
`;

interface Loader {
  loadPyodide: (options: { indexURL: string; env: Record<string, string>; stdout: () => void; stderr: () => void }) => Promise<PyodideInterface>;
}

function post(message: FromWorker): void {
  self.postMessage(message);
}

async function fetched(name: string): Promise<ArrayBuffer> {
  const response = await fetch(new URL(name, self.location.href));
  if (!response.ok) {
    throw new Error(`${name}: ${response.status} ${response.statusText}`);
  }
  return response.arrayBuffer();
}

/** Start Python and return the method that answers requests. */
async function start(): Promise<PyCallable> {
  post({ kind: "stage", stage: "Loading Python…" });
  const archive = fetched("graphlint.zip");
  // A rejection is reported where it is awaited.
  archive.catch(() => undefined);
  const index = new URL("pyodide/", self.location.href).href;
  const { loadPyodide } = (await import(`${index}pyodide.mjs`)) as Loader;
  const silent = (): void => undefined;
  const pyodide = await loadPyodide({ indexURL: index, env: { HOME: "/home/pyodide", LIBCST_PARSER_TYPE: "pure" }, stdout: silent, stderr: silent });
  post({ kind: "stage", stage: "Unpacking graphlint…" });
  pyodide.unpackArchive(await archive, "zip", { extractDir: FOLDER });
  post({ kind: "stage", stage: "Importing the rules…" });
  const session = pyodide.runPython(START) as PyProxy & { answer: PyCallable };
  const answer = session.answer;
  post({ kind: "ready" });
  return answer;
}

const started = start();
started.catch((error: unknown) => {
  post({ kind: "failed", message: String(error) });
});

self.addEventListener("message", (event: MessageEvent<ToWorker>) => {
  const { id, request } = event.data;
  void started.then((answer) => {
    try {
      post({ kind: "answer", id, answer: JSON.parse(answer(JSON.stringify(request)) as string) as CheckAnswer | ExplainAnswer | ErrorAnswer });
    } catch (error) {
      // An overflow of the stack leaves Python in an unknown state: the page starts another worker.
      post({ kind: "failed", message: String(error) });
    }
  });
});

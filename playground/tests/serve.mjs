// A server of static files for tests; it counts what is asked for.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = {
  ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css", ".json": "application/json",
  ".wasm": "application/wasm", ".zip": "application/zip", ".txt": "text/plain",
};

/** Serve a folder; return its address, the names that were asked for, and a function that ends it. */
export async function serve(folder) {
  const asked = [];
  const server = createServer((request, response) => {
    const name = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname)).replace(/\/$/, "/index.html");
    asked.push(name);
    const path = join(folder, name);
    if (!existsSync(path) || !statSync(path).isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream" });
    createReadStream(path).pipe(response);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { address: `http://localhost:${server.address().port}/`, asked, close: () => server.close() };
}

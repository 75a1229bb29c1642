// Bundle the scripts of the page, and write its service worker with the names of all files in the folder.
//
// node scripts/bundle.mjs FOLDER
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { build } from "esbuild";

const folder = process.argv[2];
const shared = { bundle: true, minify: true, format: "esm", target: "es2022", legalComments: "linked", logLevel: "warning" };
await build({ ...shared, entryPoints: ["src/page.ts", "src/worker.ts"], outdir: folder });
const names = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replaceAll("\\", "/").replace(/^\//, ""))
  .filter((name) => !/LEGAL\.txt$|^service-worker\.js$/.test(name))
  .sort();
const hash = createHash("sha256");
for (const name of names) {
  hash.update(`${name}\0`).update(readFileSync(join(folder, name)));
}
const files = ["./", ...names.filter((name) => name !== "index.html")];
const define = { DIGEST: JSON.stringify(hash.digest("hex").slice(0, 16)), FILES: JSON.stringify(files) };
await build({ ...shared, format: "iife", entryPoints: ["src/service-worker.ts"], outfile: join(folder, "service-worker.js"), define });

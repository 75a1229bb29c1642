// Packs the extension into graphlint.vsix. The same sources give the same bytes, whenever and wherever they are packed.
// --twice packs a second time, from a second build, and fails if the two differ or are larger than they may be.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, rmSync, statSync } from "node:fs";

import { createVSIX } from "@vscode/vsce";

const PACKAGE = "graphlint.vsix";
const LARGEST_IN_BYTES = 300_000;
// Without a date from outside, that of the first moment that a zip archive can tell.
process.env.SOURCE_DATE_EPOCH ??= "315532800";
process.env.TZ = "UTC";

async function pack() {
  rmSync("dist", { recursive: true, force: true });
  execFileSync(process.execPath, ["scripts/build.mjs"], { stdio: "inherit" });
  // The images stand in the package: without the address of a repository there is none that they could be fetched from.
  await createVSIX({ packagePath: PACKAGE, dependencies: false, allowMissingRepository: true, rewriteRelativeLinks: false });
  return createHash("sha256").update(readFileSync(PACKAGE)).digest("hex");
}

const hash = await pack();
const size = statSync(PACKAGE).size;
console.log(`${PACKAGE}: ${size} bytes, sha256 ${hash}`);
if (process.argv.includes("--twice")) {
  const again = await pack();
  if (again !== hash) {
    throw new Error(`packed again, it differs: sha256 ${again}`);
  }
  if (size >= LARGEST_IN_BYTES) {
    throw new Error(`it is larger than ${LARGEST_IN_BYTES} bytes`);
  }
  console.log("packed again, it is the same");
}

// Packs the extension into graphlint.vsix. The same sources give the same bytes, whoever packs them, wherever and whenever.
// --twice packs a second time, from a second build and as somebody with other rights, and fails if the two differ.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { createVSIX, listFiles, PackageManager } from "@vscode/vsce";

const PACKAGE = path.resolve("graphlint.vsix");
const LARGEST_IN_BYTES = 450_000;
// Without a date from outside, that of the first moment that a zip archive can tell.
process.env.SOURCE_DATE_EPOCH ??= "315532800";

async function pack() {
  rmSync(PACKAGE, { force: true });
  rmSync("dist", { recursive: true, force: true });
  execFileSync(process.execPath, ["scripts/build.mjs"], { stdio: "inherit" });
  const copy = mkdtempSync(path.join(tmpdir(), "graphlint-package-"));
  try {
    for (const file of [".vscodeignore", ...(await listFiles({ packageManager: PackageManager.None }))]) {
      const place = path.join(copy, file);
      mkdirSync(path.dirname(place), { recursive: true });
      copyFileSync(file, place);
      // An archive holds who may read a file, which differs from checkout to checkout.
      chmodSync(place, 0o644);
    }
    // The package contains its images, so relative links need no address.
    await createVSIX({ cwd: copy, packagePath: PACKAGE, dependencies: false, rewriteRelativeLinks: false });
  } finally {
    rmSync(copy, { recursive: true });
  }
  return createHash("sha256").update(readFileSync(PACKAGE)).digest("hex");
}

let before;
if (process.argv.includes("--twice")) {
  const umask = process.umask(0o077);
  before = await pack();
  process.umask(umask);
}
const hash = await pack();
const size = statSync(PACKAGE).size;
console.log(`${path.basename(PACKAGE)}: ${size} bytes, sha256 ${hash}`);
if (before !== undefined && before !== hash) {
  throw new Error(`packed a second time, it differs: it was sha256 ${before}`);
}
if (size >= LARGEST_IN_BYTES) {
  throw new Error(`it is larger than ${LARGEST_IN_BYTES} bytes`);
}

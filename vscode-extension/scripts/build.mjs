// Bundles the extension into dist/, and with --tests the tests into out/. --watch goes on whenever a file changes.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

import esbuild from "esbuild";

const tests = process.argv.includes("--tests");
const watch = process.argv.includes("--watch");

const common = { bundle: true, platform: "node", format: "cjs", target: "node20", external: ["vscode"], logLevel: "warning", legalComments: "none" };

// The client's ES module entry points are missing; `main` names the CommonJS ones.
const extension = { ...common, entryPoints: ["src/extension.ts"], outfile: "dist/extension.js", minify: !watch, sourcemap: watch, mainFields: ["main"] };
const testFiles = readdirSync("tests", { recursive: true }).filter((name) => name.endsWith(".ts"));
const testBundles = {
  ...common,
  entryPoints: testFiles.filter((name) => /\.test\.ts$|host\/index\.ts$/.test(name)).map((name) => `tests/${name}`),
  outdir: "out/tests",
  outbase: "tests",
  external: [...common.external, "playwright-core"],
  sourcemap: "inline",
};

const wanted = tests ? [extension, testBundles] : [extension];
if (watch) {
  await Promise.all(wanted.map(async (options) => (await esbuild.context(options)).watch()));
} else {
  const [{ metafile }] = await Promise.all(wanted.map((options) => esbuild.build({ ...options, metafile: true })));
  writeFileSync("dist/third-party-licenses.txt", licensesOf(metafile));
}

/** The licences of all packages that have gone into the bundle: they ask to be handed on with it. */
function licensesOf(metafile) {
  const inputs = Object.keys(metafile.inputs).map((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1]);
  const folders = [...new Set(inputs.filter((folder) => folder !== undefined))].sort();
  return folders.map((folder) => {
    const license = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
    if (license === undefined) {
      throw new Error(`${folder} has no licence`);
    }
    const { name, version } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
    return `${name} ${version}\n\n${readFileSync(`${folder}/${license}`, "utf8").trim()}\n`;
  }).join(`\n${"-".repeat(80)}\n\n`);
}

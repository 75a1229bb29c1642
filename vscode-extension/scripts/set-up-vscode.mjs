// Makes a real VS Code of the package that `npm ci` has fetched: its server needs packages of its own, and a search program.
// Nothing is compiled; what has no binary (terminals, file watching by inotify) is not needed by the tests.
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";

const code = path.resolve("node_modules/code-server/lib/vscode");
const search = path.join(code, "node_modules/@vscode/ripgrep/bin/rg");

if (!existsSync(search)) {
  execFileSync("npm", ["install", "--ignore-scripts", "--omit=dev", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: code, stdio: "inherit" });
  mkdirSync(path.dirname(search), { recursive: true });
  copyFileSync("node_modules/@vscode/ripgrep-linux-x64/bin/rg", search);
}
const { version } = JSON.parse(readFileSync(path.join(code, "package.json"), "utf8"));
console.log(`VS Code ${version} is set up`);

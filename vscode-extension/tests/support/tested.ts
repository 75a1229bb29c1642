import { spawnSync } from "node:child_process";
import path from "node:path";

/** The packaged extension. */
export const PACKAGE = path.resolve("graphlint.vsix");

/**
 * The interpreter that the tested graphlint is installed for: GRAPHLINT_PYTHON, or else the first `python3` or `python` on PATH.
 *
 * @throws Error if graphlint is not installed for it.
 */
export function testedPython(): string {
  const named = process.env["GRAPHLINT_PYTHON"];
  const tried = named === undefined ? ["python3", "python"] : [named];
  for (const python of tried) {
    const code = "import graphlint, sys; print(sys.executable)";
    const done = spawnSync(python, ["-c", code], { encoding: "utf8", env: { ...process.env, PYTHONSAFEPATH: "1" }, cwd: "/" });
    if (done.status === 0) {
      return done.stdout.trim();
    }
  }
  throw new Error(`graphlint is not installed for ${tried.join(" or ")}; set GRAPHLINT_PYTHON to an interpreter that it is installed for`);
}

/** A value of PATH where graphlint is, or is not. */
export function searchPath(withGraphlint: boolean): string {
  const system = ["/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"];
  const node = path.dirname(process.execPath);
  return [...(withGraphlint ? [path.dirname(testedPython())] : []), ...system, node].join(":");
}

import { execFile } from "node:child_process";

import type { Candidate } from "./candidates";
import type { Answer } from "./finding";
import { versionIn } from "./versions";

// The first start compiles and reads many files, possibly from a slow disk.
const TIMEOUT_IN_MS = 30_000;

/** Returns the environment of child processes: Python does not import from the current folder or the script's folder. */
export function safeEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, PYTHONSAFEPATH: "1" };
}

/**
 * Asks a candidate for its version.
 *
 * @param folder the current folder of the process. Before 3.11, `python -m` imports from there, so it must not be the workspace.
 */
export function askVersion(candidate: Candidate, folder: string): Promise<Answer> {
  const options = { cwd: folder, env: safeEnvironment(), timeout: TIMEOUT_IN_MS, windowsHide: true };
  return new Promise((resolve) => {
    execFile(candidate.command, [...candidate.args, "--version"], options, (error, output, errors) => {
      if (error !== null) {
        resolve({ why: reason(error, errors) });
        return;
      }
      const version = versionIn(output);
      resolve(version === undefined ? { why: "another program with this name" } : { version });
    });
  });
}

function reason(error: Error & { code?: unknown; killed?: boolean }, errors: string): string {
  if (error.code === "ENOENT") {
    return "file not found";
  }
  if (error.killed === true) {
    return `no answer within ${TIMEOUT_IN_MS / 1000} s`;
  }
  return errors.includes("No module named graphlint") ? "graphlint is not installed there" : (errors.trim().split("\n").at(-1) ?? error.message);
}

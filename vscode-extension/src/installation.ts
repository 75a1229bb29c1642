import { execFile, spawn } from "node:child_process";
import * as readline from "node:readline";

import type { Log } from "./log";
import { safeEnvironment } from "./server/probing";

/** The name of the distribution; `graphlint` on PyPI is another project. */
export const DISTRIBUTION = "torch-graphlint";

/** A program and its arguments. */
export type Command = readonly [string, ...string[]];

/**
 * Returns the command that installs or upgrades graphlint in an environment.
 *
 * @param hasPip whether the environment has pip; environments of uv do not, and uv installs into them.
 */
export function installCommand(python: string, hasPip: boolean, upgrade: boolean): Command {
  const options = upgrade ? ["--upgrade"] : [];
  return hasPip
    ? [python, "-m", "pip", "install", "--disable-pip-version-check", ...options, DISTRIBUTION]
    : ["uv", "pip", "install", "--python", python, ...options, DISTRIBUTION];
}

/** Checks whether an environment has pip. */
export function hasPip(python: string, folder: string): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(python, ["-m", "pip", "--version"], { cwd: folder, env: safeEnvironment(), windowsHide: true }, (error) => { resolve(error === null); });
  });
}

/**
 * Runs an installCommand and logs its output.
 *
 * @returns the error, or undefined on success.
 */
export function install([program, ...args]: Command, folder: string, log: Log, signal: AbortSignal): Promise<string | undefined> {
  log.info(`running ${[program, ...args].join(" ")}`);
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: folder, env: safeEnvironment(), signal, stdio: ["ignore", "pipe", "pipe"], windowsHide: true });
    let last = "";
    for (const stream of [child.stdout, child.stderr]) {
      readline.createInterface({ input: stream }).on("line", (line) => {
        last = line.trim() === "" ? last : line.trim();
        log.info(line);
      });
    }
    child.on("error", (error) => { resolve(error.message); });
    child.on("close", (status) => { resolve(status === 0 ? undefined : last || `${program} failed`); });
  });
}

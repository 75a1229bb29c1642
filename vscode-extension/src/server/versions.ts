/** The oldest version of graphlint that works with this extension. */
export const OLDEST = "0.1.0";

// The parts of a PEP 440 version that determine its order: the release, and pre-, post- and development releases.
const VERSION = /^(\d+(?:\.\d+)*)(?:[._-]?(a|b|rc)\d*)?(?:[._-]?post\d*)?(?:[._-]?dev\d*)?(?:\+[\w.]+)?$/i;
const ANSWER = /^graphlint[ \t]+(\S+)\s*$/;

/**
 * Parses the output of `graphlint --version`.
 *
 * @returns the version; undefined if the output is not graphlint's.
 */
export function versionIn(output: string): string | undefined {
  const version = ANSWER.exec(output.trim())?.[1];
  return version !== undefined && VERSION.test(version) ? version : undefined;
}

/** Checks whether a version is older than another; a pre-release or development version is older than its release. */
export function isOlder(version: string, than: string): boolean {
  const [left, right] = [keyOf(version), keyOf(than)];
  for (let index = 0; index < Math.max(left.release.length, right.release.length); index++) {
    const difference = (left.release[index] ?? 0) - (right.release[index] ?? 0);
    if (difference !== 0) {
      return difference < 0;
    }
  }
  return left.early && !right.early;
}

function keyOf(version: string): { release: number[]; early: boolean } {
  const match = VERSION.exec(version);
  if (match === null) {
    throw new RangeError(`${version} is not a version`);
  }
  const early = match[2] !== undefined || (/dev\d*/i.test(version) && !/post/i.test(version));
  return { release: (match[1] ?? "").split(".").map(Number), early };
}

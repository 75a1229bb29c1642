import type { Candidate, Rejection } from "./candidates";
import { isOlder, OLDEST } from "./versions";

/** A graphlint that answers. */
export interface Server extends Candidate {
  readonly version: string;
}

/** What asking a candidate for its version came to. */
export type Answer = { readonly version: string } | { readonly why: string };

/** What looking for graphlint came to. */
export type Search =
  | { readonly kind: "found"; readonly server: Server; readonly rejected: readonly Rejection[] }
  | { readonly kind: "outdated"; readonly server: Server; readonly rejected: readonly Rejection[] }
  | { readonly kind: "missing"; readonly rejected: readonly Rejection[] };

/**
 * Asks one candidate after the other. The first that is graphlint decides, also if it is too old: a newer one that happens to be on PATH
 * is not what the project has chosen.
 */
export async function findServer(allowed: readonly Candidate[], ask: (candidate: Candidate) => Promise<Answer>): Promise<Search> {
  const rejected: Rejection[] = [];
  for (const candidate of allowed) {
    const answer = await ask(candidate);
    if ("version" in answer) {
      const server = { ...candidate, version: answer.version };
      return { kind: isOlder(server.version, OLDEST) ? "outdated" : "found", server, rejected };
    }
    rejected.push({ candidate, why: answer.why });
  }
  return { kind: "missing", rejected };
}

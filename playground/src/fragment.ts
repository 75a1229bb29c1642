/** The state of the page in the fragment of its address: code that is shared is sent to no server. */

/** What is shared. */
export interface Shared {
  readonly code: string;
  readonly settings?: string;
  readonly snippet?: boolean;
}

async function through(data: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(new Blob([data]).stream().pipeThrough(stream)).arrayBuffer());
}

/** Return the fragment that holds a state. */
export async function packed(shared: Shared): Promise<string> {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(shared)), new CompressionStream("deflate-raw"));
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return `#code=${btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

/** Return the state in a fragment; undefined if it holds none that can be read. */
export async function unpacked(fragment: string): Promise<Shared | undefined> {
  const text = /^#code=([\w-]+)$/.exec(fragment)?.[1];
  if (text === undefined) {
    return undefined;
  }
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const value: unknown = JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw"))));
    return isShared(value) ? value : undefined;
  } catch {
    // A fragment that was cut on its way is none.
    return undefined;
  }
}

function isShared(value: unknown): value is Shared {
  return typeof value === "object" && value !== null && "code" in value && typeof value.code === "string";
}

/** Return the key of the example that a fragment asks for. */
export function exampleKey(fragment: string): string | undefined {
  return /^#example=([\w-]+)$/.exec(fragment)?.[1];
}

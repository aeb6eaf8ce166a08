/**
 * Props of a prerendered public screen: inlined in its page, and in `_payload.json` next to it for client-side
 * navigation from another public screen.
 */
export type Payload = {
  /** Id of the build, as in `builds/latest.json`. */
  build: string
  builtAt: string
  /** Files of the screen after sign-in, prefetched when this screen is ready. */
  ahead: string[]
  /** Source of the examples on /components, by section and title. */
  examples?: Record<string, Record<string, string>>
}

export function payloadOfPage(): Payload {
  // The build writes it from the same type.
  return JSON.parse(document.getElementById('payload')?.textContent ?? '') as Payload
}

export async function fetchPayload(path: string, build: string): Promise<Payload> {
  const response = await fetch(`${path}/_payload.json?${build}`)
  if (!response.ok) throw new Error(`No payload for ${path}: ${response.status}`)
  // The same build writes it from the same type.
  return (await response.json()) as Payload
}

/**
 * What a public screen was rendered with when it was built. It stands in the screen's own page, and beside it
 * in `_payload.json` for those who come from another public screen without loading a page.
 */
export type Payload = {
  /** Id of the build, as in `builds/latest.json`. */
  build: string
  builtAt: string
  /** Files of the screen that follows sign-in, fetched ahead once this one stands. */
  ahead: string[]
  /** Source of the examples on /components, by section and title. */
  examples?: Record<string, Record<string, string>>
}

export function payloadOfPage(): Payload {
  // Written by our own build from the same type.
  return JSON.parse(document.getElementById('payload')?.textContent ?? '') as Payload
}

export async function fetchPayload(path: string, build: string): Promise<Payload> {
  const response = await fetch(`${path}/_payload.json?${build}`)
  if (!response.ok) throw new Error(`No payload for ${path}: ${response.status}`)
  // Written by the same build, from the same type.
  return (await response.json()) as Payload
}

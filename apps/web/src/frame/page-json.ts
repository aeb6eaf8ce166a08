/** The JSON of a script element of the page. */
export function pageJson<T>(id: string): T {
  // Written by our own build and server.
  return JSON.parse(document.getElementById(id)?.textContent ?? '') as T
}

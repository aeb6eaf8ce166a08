/** Parses the JSON of a script element of the page. */
export function pageJson<T>(id: string): T {
  // The build and the server write it.
  return JSON.parse(document.getElementById(id)?.textContent ?? '') as T
}

/** Params of an address as text; the last of a repeated param. */
export function parseSearchParams(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

/** Leaves commas and colons unescaped, to keep addresses readable. */
export function printSearchParams(params: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(params).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [`${escaped(name)}=${escaped(String(value))}`],
  )
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

function escaped(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll('%2C', ',').replaceAll('%3A', ':')
}

/** Params of an address as text, of a repeated one the last. */
export function parseSearchParams(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

/** Only what would end a value is escaped, so that an address can be read. */
export function printSearchParams(params: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(params).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [`${escaped(name)}=${escaped(String(value))}`],
  )
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

function escaped(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll('%2C', ',').replaceAll('%3A', ':')
}

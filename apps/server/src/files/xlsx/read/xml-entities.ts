const NAMED = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

/** Character of the reference `&name;`, or undefined if there is none. */
export function decodeEntity(name: string): string | undefined {
  const named = NAMED.get(name)
  if (named !== undefined) return named
  const [, hex, decimal] = /^#(?:x([0-9A-Fa-f]{1,6})|(\d{1,7}))$/.exec(name) ?? []
  const code = hex === undefined ? Number(decimal ?? Number.NaN) : Number.parseInt(hex, 16)
  return isCharacter(code) ? String.fromCodePoint(code) : undefined
}

/** Characters of XML 1.0. */
function isCharacter(code: number): boolean {
  if (code < 0x20) return code === 0x09 || code === 0x0a || code === 0x0d
  return code <= 0xd7ff || (code >= 0xe000 && code <= 0xfffd) || (code >= 0x10000 && code <= 0x10ffff)
}

/** Values that no log may contain. Secrets of a fixed shape are always searched for. */
export type Secrets = {
  /** Passwords, keys and tokens, found anywhere. */
  texts: readonly string[]
  /** Six digits, found as whole words only. */
  codes: readonly string[]
}

export type Find = { line: number; kind: string }

const SHAPES: readonly (readonly [kind: string, shape: RegExp])[] = [
  ['a token', /eyJ[\w-]{10,}/],
  // 48 random bytes. A checksum has no capitals.
  ['a refresh token', /(?<![\w-])(?=[\w-]*[A-Z])(?=[\w-]*[a-z])(?=[\w-]*\d)[\w-]{64}(?![\w-])/],
  ['a sealed challenge', /[A-Za-z0-9+/]{160,}/],
  ['the secret of an authenticator', /(?<!\w)[A-Z2-7]{32}(?!\w)/],
  ['a card number', /(?<!\d)999\d([ -]?\d{4}){3}(?!\d)/],
]

/** Random names may contain any digits. */
const NAMES = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{64}/gi
/** Process ids and times of every line. */
const PLAIN_NUMBERS = /"(pid|ms|time)":\d+|^\S+ \S+ UTC \[\d+\]/g

/** Lines of a log that contain a secret, counted from 1. Does not repeat the secret. */
export function findSecrets(log: string, { texts, codes }: Secrets): Find[] {
  const written = new Set(texts.flatMap(spellings))
  const code = codes.length > 0 ? new RegExp(`(?<![\\w.-])(${codes.join('|')})(?![\\w-]|\\.\\d)`) : undefined
  return log.split('\n').flatMap((text, index) => {
    const unnamed = text.replace(NAMES, '')
    const kinds = SHAPES.filter(([, shape]) => shape.test(unnamed)).map(([kind]) => kind)
    if ([...written].some((secret) => text.includes(secret))) kinds.push('a password, key or token')
    if (code?.test(unnamed.replace(PLAIN_NUMBERS, ''))) kinds.push('a code')
    return kinds.map((kind) => ({ line: index + 1, kind }))
  })
}

/** Forms of a secret: plain, in an address, in JSON and in JSON within JSON. */
function spellings(secret: string): string[] {
  const quoted = (text: string) => JSON.stringify(text).slice(1, -1)
  const address = encodeURIComponent(secret)
  return [secret, address, address.replaceAll('%20', '+'), quoted(secret), quoted(quoted(secret))]
}

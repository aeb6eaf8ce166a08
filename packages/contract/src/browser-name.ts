type Patterns = readonly (readonly [name: string, pattern: RegExp])[]

/** The first match counts, because most browsers also claim to be Chrome or Safari. */
const BROWSERS: Patterns = [
  ['Edge', /\b(Edg|EdgA|EdgiOS)\//],
  ['Opera', /\b(OPR|OPiOS)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|Chromium|CriOS)\//],
  ['Safari', /\bVersion\/[\d.]+ .*Safari\//],
]

/** The first match counts, because Android also matches Linux and an iPhone claims to be like a Mac. */
const SYSTEMS: Patterns = [
  ['Windows', /\bWindows NT\b/],
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]

/** `Chrome on Windows`; an unknown user agent is returned unchanged. */
export function browserName(userAgent: string | null): string {
  if (!userAgent) return 'Unknown browser'
  const browser = nameIn(BROWSERS, userAgent)
  const system = nameIn(SYSTEMS, userAgent)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? (system ? `Browser on ${system}` : userAgent)
}

function nameIn(patterns: Patterns, userAgent: string): string | undefined {
  return patterns.find(([, pattern]) => pattern.test(userAgent))?.[0]
}

type Patterns = readonly (readonly [name: string, pattern: RegExp])[]

/** The first match counts: most of them call themselves Chrome or Safari as well. */
const BROWSERS: Patterns = [
  ['Edge', /\b(Edg|EdgA|EdgiOS)\//],
  ['Opera', /\b(OPR|OPiOS)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|Chromium|CriOS)\//],
  ['Safari', /\bVersion\/[\d.]+ .*Safari\//],
]

/** The first match counts: Android is a Linux too, and an iPhone says that it is like a Mac. */
const SYSTEMS: Patterns = [
  ['Windows', /\bWindows NT\b/],
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]

/** `Chrome on Windows`, from the user agent; one that matches nothing is returned as it is. */
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

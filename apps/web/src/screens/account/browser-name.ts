type Known = readonly (readonly [name: string, sign: RegExp])[]

/** The first that fits: nearly all of them call themselves Chrome or Safari as well. */
const BROWSERS: Known = [
  ['Edge', /\b(Edg|EdgA|EdgiOS)\//],
  ['Opera', /\b(OPR|OPiOS)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|Chromium|CriOS)\//],
  ['Safari', /\bVersion\/[\d.]+ .*Safari\//],
]

/** The first that fits: Android is a Linux too, and an iPhone says it is like a Mac. */
const SYSTEMS: Known = [
  ['Windows', /\bWindows NT\b/],
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]

/** What a browser calls itself, in words: `Chrome on Windows`. What is none of those known is left as it is. */
export function browserName(userAgent: string | null): string {
  if (!userAgent) return 'Unknown browser'
  const browser = nameIn(BROWSERS, userAgent)
  const system = nameIn(SYSTEMS, userAgent)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? (system ? `Browser on ${system}` : userAgent)
}

function nameIn(known: Known, userAgent: string): string | undefined {
  return known.find(([, sign]) => sign.test(userAgent))?.[0]
}

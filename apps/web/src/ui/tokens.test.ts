import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const src = new URL('../', import.meta.url)
const tokens = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')

function sources(ending: string): { path: string; text: string }[] {
  return readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending))
    .map((path) => ({ path, text: readFileSync(new URL(path, src), 'utf8') }))
}

const sheets = sources('.css')
  .filter(({ path }) => path !== 'ui/tokens.css')
  .map(({ path, text }) => ({ path, css: text.replace(/\/\*.*?\*\//gs, '') }))

/** Both values of every colour token: `--ink: light-dark(#16202a, #e6ebef)`. */
const colours = new Map(
  [...tokens.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }],
  ),
)
const THEMES = ['light', 'dark'] as const
type Theme = (typeof THEMES)[number]

function hex(name: string, theme: Theme): string {
  const value = colours.get(name)?.[theme]
  if (!value) throw new Error(`There is no colour called --${name}.`)
  return value
}

/** WCAG 2.2, relative luminance. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Text colours with their backgrounds. */
const TEXT: Readonly<Record<string, readonly string[]>> = {
  ink: [
    'background',
    'panel',
    'hover',
    'accent-wash',
    'ok-wash',
    'warn-wash',
    'bad-wash',
    'info-wash',
    'quiet-wash',
  ],
  'ink-2': [
    'background',
    'panel',
    'hover',
    'accent-wash',
    'quiet-wash',
    'bad-wash',
    'warn-wash',
    'info-wash',
  ],
  accent: ['background', 'panel', 'hover', 'accent-wash'],
  'accent-strong': ['panel'],
  ok: ['panel', 'ok-wash'],
  warn: ['panel', 'warn-wash'],
  bad: ['background', 'panel', 'hover', 'bad-wash'],
  info: ['panel', 'info-wash'],
  'on-accent': ['accent', 'accent-strong'],
  'on-tone': ['ok', 'warn', 'bad', 'info'],
}
/** Edges of controls, focus rings and meaningful marks, with their backgrounds. */
const EDGES: Readonly<Record<string, readonly string[]>> = {
  'line-control': ['background', 'panel'],
  accent: ['background', 'panel', 'quiet-wash'],
  bad: ['panel'],
}
const pairs = (table: typeof TEXT) =>
  Object.entries(table).flatMap(([ink, grounds]) =>
    grounds.flatMap((ground) => THEMES.map((theme) => [ink, ground, theme] as const)),
  )

it.each(pairs(TEXT))('--%s is readable on --%s, %s', (ink, ground, theme) => {
  expect(contrast(hex(ink, theme), hex(ground, theme))).toBeGreaterThanOrEqual(4.5)
})

it.each(pairs(EDGES))('--%s is visible on --%s, %s', (ink, ground, theme) => {
  expect(contrast(hex(ink, theme), hex(ground, theme))).toBeGreaterThanOrEqual(3)
})

it('measures contrast like the guidelines', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
})

it.each([
  ['colours', /#[\da-f]{3,8}\b|\b(?:rgb|hsl|oklch|light-dark)a?\(/gi],
  ['sizes of type', /\bfont(?:-size)?:[^;]*\d(?:px|rem|em)\b[^;]*/g],
  ['weights of type', /\bfont-weight:\s*\d+|\bfont:\s*\d{3}\b/g],
])('%s are only in the tokens', (_what, pattern) => {
  const raw = sheets.flatMap(({ path, css }) =>
    // The line height belongs to a shorthand made of tokens.
    [...css.matchAll(pattern)]
      .map(([found]) => found)
      .filter((found) => !/var\(--size-\w+\) \//.test(found))
      .map((found) => `${path}: ${found}`),
  )
  expect(raw).toEqual([])
})

it('defines every used token, and uses every defined token', () => {
  const names = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name)
  const styles = [tokens, ...sheets.map(({ css }) => css)].join('\n')
  const scripts = [...sources('.ts'), ...sources('.tsx')].map(({ text }) => text)
  const defined = new Set(names(tokens, /^\s*--([\w-]+):/gm))
  const known = new Set([
    ...names(styles, /^\s*--([\w-]+):/gm),
    ...scripts.flatMap((text) => names(text, /--([\w-]+)['"`]/g)),
  ])
  const used = new Set([
    ...names(styles, /var\(--([\w-]+)/g),
    ...scripts.flatMap((text) => names(text, /var\(--([\w-]+)/g)),
  ])
  expect([...used].filter((name) => !known.has(name))).toEqual([])
  expect([...defined].filter((name) => !used.has(name))).toEqual([])
})

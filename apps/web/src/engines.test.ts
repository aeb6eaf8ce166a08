import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

/** Features that the type checker knows but a supported browser lacks: Safari 17.5, Firefox ESR 128. */
const MISSING: readonly { found: RegExp; instead: string }[] = [
  { found: /\bfor await\b/, instead: 'a reader of the stream (Safari)' },
  { found: /\bURL\.parse\(/, instead: 'URL.canParse and new URL (Safari 17)' },
  { found: /\b(?:commandfor|commandFor|closedby|closedBy)\b/, instead: 'onClick (Safari 17, Firefox ESR)' },
  { found: /popover="hint"/, instead: 'popover="manual" (Safari)' },
  { found: /\bwindow\.navigation\b/, instead: 'the router (Safari 17, Firefox ESR)' },
  { found: /\bposition-(?:anchor|area|try)\b|\banchor\(/, instead: 'a place worked out by script' },
  { found: /\binterpolate-size\b|\bcalc-size\(/, instead: 'no transition of the size' },
]

const SOURCES = [import.meta.dirname, join(import.meta.dirname, '../../../packages/contract/src')]
const shown = (file: string) => relative(import.meta.dirname, file)

function files(kinds: RegExp): { file: string; text: string }[] {
  return SOURCES.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
    .filter((file) => kinds.test(file) && !/\.test\.ts$|node_modules/.test(file))
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
}

test('uses no feature that a supported browser lacks', () => {
  const used = files(/\.(tsx?|css)$/).flatMap(({ file, text }) =>
    MISSING.filter(({ found }) => found.test(text)).map(({ instead }) => `${shown(file)}: use ${instead}`),
  )
  expect(used).toEqual([])
})

test('calls requestIdleCallback only if it exists', () => {
  const unasked = files(/\.tsx?$/)
    .filter(({ text }) => /\brequestIdleCallback\(/.test(text) && !text.includes("'requestIdleCallback' in "))
    .map(({ file }) => shown(file))
  expect(unasked).toEqual([])
})

test('positions no table row, because WebKit ignores it and the content would cover the page', () => {
  const positioned = (css: string, selector: RegExp) =>
    [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)]
      .filter(([, , body = '']) => /\bposition\s*:/.test(body))
      .flatMap(([, selectors = '']) => selectors.split(','))
      .filter((one) => selector.test(one.trim()))
  const byName = files(/\.css$/).flatMap(({ file, text }) =>
    positioned(text, /\btr(?:\[[^\]]*\]|[:.][\w-]+(?:\([^)]*\))?)*$/).map(
      (one) => `${shown(file)}: ${one.trim()}`,
    ),
  )
  const byClass = files(/\.tsx$/).flatMap(({ file, text }) =>
    [...text.matchAll(/<tr\b[^>]*?\bclassName=\{css\.(\w+)\}/g)].flatMap(([, name]) => {
      const module = /import css from '(.+\.css)'/.exec(text)?.[1] ?? ''
      const css = readFileSync(join(dirname(file), module), 'utf8')
      return positioned(css, new RegExp(`\\.${name}$`)).map(() => `${shown(file)}: .${name}`)
    }),
  )
  expect([...byName, ...byClass]).toEqual([])
})

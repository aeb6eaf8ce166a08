import { expect, test } from 'vitest'
import { startCase } from './messages.ts'
import { productRules } from './product.ts'
import type { Rule } from './rule.ts'
import { standardRules } from './standard.ts'

const LENGTH = 10_000
/** Maximum cost of a rule, in passes over the text; a quadratic rule takes thousands. */
const MAX_PASSES = 150

const repeated = (part: string, end = '') => part.repeat(LENGTH / part.length) + end
const HOSTILE = [
  ...[repeated('a', '!'), repeated('a.', '@'), repeated('a@'), repeated('a-', '@a'), `a@${repeated('a.')}`],
  ...[repeated('1', 'x'), `-${repeated('0', 'x')}`, repeated('٣', '1'), repeated(' ', 'a'), repeated('Aa')],
  ...[repeated('A', '_'), repeated('image/'), repeated('09', 'x'), `+639${repeated('1')}`, repeated('😀')],
  ...[`https://${repeated('a.')}`, repeated('%'), repeated('{'), repeated('é', 'Ж')],
]
const PARAMS: Readonly<Record<string, readonly unknown[]>> = { mimes: ['*/csv', 'image/*p'], regex: ['^a'] }
const rules: Readonly<Record<string, Rule>> = { ...standardRules, ...productRules }

/** The fastest of several runs. */
function costMs(work: () => unknown): number {
  const runs = Array.from({ length: 7 }, () => {
    const start = performance.now()
    work()
    return performance.now() - start
  })
  return Math.min(...runs)
}

test.each(HOSTILE.map((text) => [`${text.slice(0, 12)}…${text.slice(-3)}`, text]))(
  'every rule takes linear time on %s',
  (_, text) => {
    const walkMs = Math.max(
      costMs(() => [...text].length),
      0.02,
    )
    const asFile = { name: text, size: 1, type: text }
    const works: [string, () => unknown][] = Object.entries(rules).flatMap(([name, rule]) => [
      [name, () => rule(text, PARAMS[name] ?? ['1'])],
      [`${name} on a file`, () => rule(asFile, PARAMS[name] ?? ['1'])],
    ])
    const walks = [...works, ['start case', () => startCase(text)] as const].map(
      ([name, work]) => [name, costMs(work) / walkMs] as const,
    )
    expect(walks.filter(([, count]) => count > MAX_PASSES)).toEqual([])
  },
)

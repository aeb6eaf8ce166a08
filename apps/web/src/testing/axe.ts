import axe from 'axe-core'
import { expect } from 'vitest'

/** WCAG 2.2 AA without colours and sizes, which need layout and are checked in a browser. */
const RULES: axe.RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}
const NEED_LAYOUT = [
  'color-contrast',
  'link-in-text-block',
  'target-size',
  'scrollable-region-focusable',
  'region',
]

/** Expects that no element breaks an accessibility rule. */
export async function expectAccessible(within: Element): Promise<void> {
  const rules = Object.fromEntries(NEED_LAYOUT.map((rule) => [rule, { enabled: false }]))
  // This DOM has no style for `hidden`.
  const shown = { include: within, exclude: '[hidden]' }
  const { violations } = await axe.run(shown, { runOnly: RULES, rules, resultTypes: ['violations'] })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
}

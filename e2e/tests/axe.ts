import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { expect } from './test.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Rules about colours. Other rules give the same result in both themes. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** Expects no violation of WCAG 2.2 AA within the selectors, or on the page, in either theme. */
export async function expectAccessible(
  page: Page,
  within: string | readonly string[] = 'html',
): Promise<void> {
  // The loading bar is outside of the landmarks and disappears after the navigation.
  await expect(page.getByRole('progressbar', { name: 'Loading page' })).toHaveCount(0)
  // A list that loads its rows again is faded until they arrive.
  await expect(page.locator('[data-fill][data-busy]')).toHaveCount(0)
  // Load it once per document, because its half megabyte takes longer than checking many pages.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const rules: axe.RunOnly =
      colorScheme === 'light' ? { type: 'tag', values: TAGS } : { type: 'rule', values: COLOUR_RULES }
    const found = await page.evaluate(violationsIn, [[within].flat(), rules] as const)
    expect(found, `${[within].flat().join()}, ${colorScheme}`).toEqual([])
  }
}

/** Runs in the page. The product has no frames. */
async function violationsIn([selectors, runOnly]: readonly [string[], axe.RunOnly]): Promise<string[]> {
  const { axe: runner } = window as unknown as { axe: typeof axe }
  const include = selectors.map((selector) => [selector])
  // A colour in a transition has less contrast than its end.
  const transitions = document.getAnimations().filter((each) => each instanceof CSSTransition)
  await Promise.allSettled(transitions.map(({ finished }) => finished))
  const { violations } = await runner.run(
    { include },
    { runOnly, resultTypes: ['violations'], preload: false },
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

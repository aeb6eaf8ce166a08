import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './test.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules that look at colours. All others find the same in both themes. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** Nothing within the elements of these selectors, or on the page, breaks a rule of WCAG 2.2 AA in either theme. */
export async function expectAccessible(
  page: Page,
  within: string | readonly string[] = 'html',
): Promise<void> {
  // The bar of a navigation lies outside the landmarks, as a decoration of the window, and is gone at its end.
  await expect(page.getByRole('progressbar', { name: 'Loading page' })).toHaveCount(0)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Without frames there is nothing to gather from: in one run, which is twice as fast.
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
    if (colorScheme === 'light') axe.withTags(TAGS)
    else axe.withRules(COLOUR_RULES)
    for (const selector of [within].flat()) axe.include(selector)
    const { violations } = await axe.analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    expect(found, `${[within].flat().join()}, ${colorScheme}`).toEqual([])
  }
}

import { productRules } from '@backoffice/contract/rules/product'
import { standardRules } from '@backoffice/contract/rules/standard'
import { expect, test } from './test.ts'

// Both have a rule named required; the product's is used.
const RULE_COUNT = Object.keys({ ...standardRules, ...productRules }).length

test('validates the rules on /components', async ({ page }) => {
  await test.step('every rule accepts one value and rejects the other, including pictures', async () => {
    await page.goto('/components')
    const rows = page
      .getByRole('region', { name: 'Rules', exact: true })
      .getByRole('row')
      .filter({ has: page.getByRole('cell') })
    await expect(rows).toHaveCount(RULE_COUNT)
    for (const row of await rows.all()) {
      const cell = (at: number) => row.getByRole('cell').nth(at)
      const rule = (await cell(0).textContent()) ?? ''
      await expect(cell(2).getByRole('img'), rule).toHaveAccessibleName('passes')
      await expect(cell(3).getByRole('img'), rule).toHaveAccessibleName('fails')
    }
    const message = (rule: string) => rows.filter({ hasText: rule }).getByRole('cell').nth(4)
    await expect(message('max:6')).toHaveText('Branch Name must only contain 6 characters')
    await expect(message('digits:4')).toHaveText('Branch name exceeds expected value')
  })

  await test.step('validates a rule set while typing', async () => {
    const rules = page.getByRole('region', { name: 'Rules', exact: true })
    const value = rules.getByRole('textbox', { name: 'Value' })
    await expect(value).toHaveAccessibleDescription('Must contain at least 12 characters')
    await value.fill('backoffice2026')
    await expect(value).toHaveAccessibleDescription('All rules pass.')
    await rules.getByRole('textbox', { name: 'Rules' }).fill('nonsense')
    await expect(value).toHaveAccessibleDescription("No such validator 'nonsense' exists.")
  })
})

import { card, EMAIL, openAccount, test } from './account-page.ts'
import { expectAccessible } from './axe.ts'
import { expect } from './test.ts'

test('the account page: profile and cards, accessible in both themes', async ({ page }) => {
  await openAccount(page)
  await expect(page).toHaveTitle('Account · Backoffice')
  const profile = card(page, 'Profile')
  await expect(profile.getByText(EMAIL)).toBeVisible()
  await expect(profile.getByText(/SMAC Inquiry/)).toBeVisible()
  await expect(profile.getByText(/^\+63900\d{7}$/)).toBeVisible()
  await expect(profile.getByText(/An access administrator can change/)).toBeVisible()
  await expect(card(page, 'Password').getByText('At least 12 characters')).toBeVisible()
  await expect(card(page, 'Authenticator').getByText('Off')).toBeVisible()
  await expect(card(page, 'Where you are signed in').getByText('This browser')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
})

import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { startSession } from './demo-users.ts'
import { temporaryPasswordFor } from './outbox.ts'
import { expect, test } from './test.ts'
import { aUser, nameOf, newFamilyName, userRow } from './user-records.ts'

const MOST_MS = 120_000

/** A person at the keyboard: counts key presses, and a typed or pasted text as one step. */
function keyboardOf(page: Page) {
  const startedMs = Date.now()
  let steps = 0
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      steps += 1
      await page.keyboard.press(key)
    }
  }
  return {
    press,
    type: async (text: string) => {
      steps += 1
      await page.keyboard.type(text)
    },
    /** Tabs to the element. */
    tabTo: async (element: ReturnType<Page['getByRole']>) => {
      await element.waitFor()
      for (let at = 0; at < 40; at += 1) {
        if (await element.evaluate((node) => node === document.activeElement)) return
        await press('Tab')
      }
      throw new Error('The keyboard does not reach it')
    },
    finish: (what: string) => {
      const ms = Date.now() - startedMs
      console.log(`${what}: ${steps} steps, ${(ms / 1_000).toFixed(1)} s`)
      expect(ms).toBeLessThan(MOST_MS)
    },
  }
}

/** Shortcuts work once the page is signed in. */
async function openHome(page: Page): Promise<void> {
  await page.goto('/operational_dashboard')
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await page.waitForLoadState('networkidle')
}

test('onboards five people by keyboard', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await startSession(page, 'admin')
  await openHome(page)
  const family = newFamilyName()
  const people = ['Ana', 'Bea', 'Cid', 'Dan', 'Eva'].map((given) => ({
    given,
    email: `${given.toLowerCase()}.${family.toLowerCase()}@backoffice.test`,
  }))
  const sheet = people.map(({ given, email }) => `${email}\t${given}\t${family}\tInquiry agent\tLoyalty desk`)
  // The first has a mistake, which is corrected on the screen.
  const wrong = ['Email\tFirst name\tLast name\tRole\tDepartment', ...sheet]
    .join('\n')
    .replace('Inquiry agent', 'Inquiry')
  await page.evaluate((text) => navigator.clipboard.writeText(text), wrong)

  const { press, type, tabTo, finish } = keyboardOf(page)
  await press('g', 'u')
  await tabTo(page.getByRole('link', { name: 'Invite several' }))
  await press('Enter')
  await expect(page.getByLabel(/^Paste rows/)).toBeFocused()
  await press('Control+v')
  const role = page.getByRole('combobox', { name: 'Role, row 1' })
  await expect(role).toBeFocused()
  await expect(role).toHaveAccessibleDescription('No role has this name. Did you mean Inquiry agent?')
  await expectAccessible(page)
  await press('Control+a')
  await type('Inquiry agent')
  await press('Control+Enter')
  await expect(page.getByText('5 users invited')).toBeVisible()
  finish('Onboarding five people')
  for (const { email } of people) await expect.poll(() => temporaryPasswordFor(context, email)).not.toBe('')
})

test('off-boards a user by keyboard', async ({ page }) => {
  await startSession(page, 'admin')
  const user = await aUser(page)
  await openHome(page)
  const { press, type, tabTo, finish } = keyboardOf(page)
  await press('g', 'u')
  await page.getByRole('table', { name: 'Users' }).waitFor()
  await press('/')
  await type(user.family_name)
  await expect(page.getByRole('table', { name: 'Users' }).getByRole('row')).toHaveCount(2)
  await tabTo(userRow(page, user.family_name).getByRole('link'))
  await press('Enter')
  await tabTo(page.getByRole('button', { name: 'Off-board…' }))
  await press('Enter')
  const dialog = page.getByRole('dialog', { name: `Off-board ${nameOf(user)}` })
  await expect(dialog.getByLabel('Disable the account')).toBeFocused()
  await expectAccessible(page)
  await press('ArrowDown', 'Tab')
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await type('Left the company')
  await press('Tab', 'Tab', 'Enter')
  await expect(page.getByText(`${nameOf(user)} deleted`)).toBeVisible()
  await expect(dialog).toHaveCount(0)
  finish('Off-boarding one user')
})

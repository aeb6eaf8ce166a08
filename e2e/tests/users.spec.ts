import { expectAccessible } from './axe.ts'
import { startSession } from './demo-users.ts'
import { temporaryPasswordFor } from './outbox.ts'
import { expect, test } from './test.ts'
import { aUser, button, nameOf, newFamilyName, openUser, pane, userRow } from './user-records.ts'

test('creates and invites a user by keyboard alone', async ({ page }) => {
  await startSession(page, 'admin')
  await page.goto('/users')
  await expect(page).toHaveURL('/users/users_list')
  await expect(page.getByText('Unauthorized Access')).toHaveCount(0)
  const type = (text: string) => page.keyboard.type(text)
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const family = newFamilyName()
  await page.getByRole('link', { name: 'Create user' }).focus()
  await press('Enter')
  const form = pane(page, 'Create user')
  await expect(form.getByLabel('Email')).toBeFocused()
  // An empty form shows missing fields.
  await press('Control+Enter')
  await expect(form.getByLabel('Email')).toBeFocused()
  await expect(form.getByLabel('Email')).toHaveAccessibleDescription(
    'Enter Email The invitation is sent to this address. It can’t be changed later.',
  )
  await expect(form.getByRole('combobox', { name: 'Role' })).toHaveAccessibleDescription('Select Role')
  await type('admin@backoffice.test')
  await press('Tab')
  await type('Nina')
  await press('Tab')
  await type(family)
  await press('Tab')
  await type('+639175550117')
  await press('Tab')
  await type('LD-0431')
  await press('Tab')
  await type('Loyalty desk')
  await press('Tab')
  await expect(form.getByRole('combobox', { name: 'Role' })).toBeFocused()
  await type('Inquiry agent')
  await press('Enter')
  await press('Control+Enter')
  // The server checks too.
  await expect(form.getByLabel('Email')).toBeFocused()
  await expect(form.getByLabel('Email')).toHaveAccessibleDescription(/already/)
  const email = `${family.toLowerCase()}@backoffice.test`
  await press('Control+a')
  await type(email)
  await press('Control+Enter')
  const heading = page.getByRole('heading', {
    level: 2,
    name: `Nina ${family}`,
    exact: true,
  })
  await expect(heading).toBeVisible()
  await expect(pane(page, `Nina ${family}`).getByText(/^Invited, expires \d/)).toBeVisible()
  await expect(pane(page, `Nina ${family}`).getByText('The invitation is being sent.')).toHaveCount(0)
  expect(await temporaryPasswordFor(page.context(), email)).not.toBe('')
  await press('Escape')
  await expect(page).toHaveURL('/users/users_list')
  await press('/')
  await type(family)
  await expect(userRow(page, family)).toContainText('Invited, expires')
})

test('shows effective access with its origin and an explanation, and saves another role with the shown impact', async ({
  page,
}) => {
  await startSession(page, 'admin')
  const user = await aUser(page)
  await openUser(page, user)
  const matrix = page.getByRole('grid', { name: 'Effective access' })
  await expect(matrix.getByRole('rowheader')).toHaveText(['Dashboard', 'Inquiries', 'Files', 'Cases'])
  const run = matrix.getByRole('button', { name: /^run inquiries: allowed by policy \d/ })
  await run.click()
  await expect(run).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('inquiry:run', { exact: true })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(matrix.getByRole('button', { name: /^export inquiries/ })).toBeFocused()
  await page.getByLabel('Resource', { exact: true }).selectOption('cards')
  await expect(page.getByText('Not allowed', { exact: true })).toBeVisible()
  await expect(page.getByText(/Roles that allow it: \w/)).toBeVisible()
  await button(page, 'Show all resources').click()
  await expect(matrix.getByRole('rowheader')).toHaveCount(19)
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Edit' }).click()
  const form = pane(page, nameOf(user))
  await form.getByLabel('Department').fill('Night desk')
  await form.getByRole('combobox', { name: 'Role' }).fill('Operations viewer')
  await page.getByRole('option', { name: 'Operations viewer' }).click()
  const effect = form.getByRole('complementary', { name: 'Impact' })
  await expect(effect.getByRole('listitem').filter({ hasText: 'Inquiries' })).toHaveText(/run, export/)
  await expect(effect.getByText(`${nameOf(user)} loses`)).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Save').click()
  await expect(form.getByText('Night desk')).toBeVisible()
  await expect(form.getByRole('link', { name: 'Operations viewer' })).toBeVisible()
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(form.getByText('Inquiry agent').first()).toBeVisible()
})

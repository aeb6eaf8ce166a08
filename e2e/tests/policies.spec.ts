import { aPolicy, box, effect, newName, openPolicy } from './access-records.ts'
import { expectAccessible } from './axe.ts'
import { startSession } from './demo-users.ts'
import { expect, test } from './test.ts'
import { aUser, button, callUsers, nameOf } from './user-records.ts'

test('creates a policy of actions and wildcards by keyboard, and deletes it', async ({ page }) => {
  await startSession(page, 'admin')
  await page.goto('/users/users_policies')
  await page.getByRole('link', { name: 'Create policy' }).press('Enter')
  const form = page.getByRole('region', { name: 'Create policy' })
  await expect(form.getByRole('heading', { level: 2 })).toBeFocused()
  await expect(box(form, 'View tenders')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(form.getByLabel('Name', { exact: true })).toBeFocused()
  await expect(form.getByRole('group', { name: 'Statements', exact: true })).toHaveAccessibleDescription(
    /Select Statements/,
  )
  const name = newName('Tenders')
  await page.keyboard.type(name)
  await box(form, 'View tenders').press('Space')
  const all = box(form, 'All actions on tenders, including future actions')
  await expect(all).toHaveAccessibleDescription(/covers today: view, create, update, delete, import, export/)
  await all.press('Space')
  await expect(box(form, 'View tenders')).toBeChecked()
  await expect(box(form, 'View tenders')).toHaveAttribute('aria-disabled', 'true')
  await expect(box(form, 'View tenders')).toHaveAccessibleDescription(/covered by tender:\*/)
  await expect(form.getByText('Low risk')).toBeVisible()
  await form.getByRole('searchbox', { name: 'Search actions' }).fill('whole card')
  await expect(form.getByRole('group', { name: 'SMAC Inquiry · Cards' }).getByRole('checkbox')).toHaveCount(1)
  await box(form, 'View whole card numbers').press('Space')
  await expect(form.getByText(/shows a full card number for 30\ss/)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
  const pane = page.getByRole('region', { name, exact: true })
  await expect(pane.getByText('Not assigned')).toBeVisible()
  await expect(button(page, 'Chosen 2')).toBeVisible()
  await page.getByRole('tab', { name: /History/ }).click()
  await expect(pane.getByText('tender:*, card:unmask')).toBeVisible()
  await button(page, 'Delete').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL('/users/users_policies')
})

test('saves a policy with its impact on all its users; in use it cannot be deleted', async ({ page }) => {
  await startSession(page, 'admin')
  const policy = await aPolicy(page, 'inquiry:run', 'inquiry:export')
  const role = await callUsers<{ id: string; name: string }>(page, 'POST', '/role', {
    name: newName('Role'),
    modules: ['SMAC Inquiry'],
    policy_ids: [policy.id],
  })
  const user = await aUser(page, { role_id: role.id })
  const pane = await openPolicy(page, policy)
  await expect(pane.getByText('Assigned to 1 role')).toBeVisible()
  await box(pane, 'All actions on inquiries, including future actions').check()
  await box(pane, 'View whole card numbers').check()
  const panel = effect(page)
  await expect(panel.getByText('1 user gains')).toBeVisible()
  await expect(panel.getByText('card:unmask view whole card numbers')).toBeVisible()
  await expect(panel.getByText('inquiry:view-all', { exact: true }).first()).toBeVisible()
  await expect(panel.getByText(nameOf(user))).toBeVisible()
  await button(page, 'Save').click()
  await expect(pane).toHaveCount(0)
  expect(await callUsers(page, 'GET', `/policy/${policy.id}`)).toMatchObject({
    statements: ['inquiry:*', 'card:unmask'],
    risk: 'HIGH',
  })

  const holder = await aUser(page, { extra_policies: [policy.id] })
  await openPolicy(page, policy)
  await button(page, 'Delete').click()
  const dialog = page.getByRole('alertdialog', { name: `${policy.name} is in use` })
  await expect(dialog.getByRole('button', { name: 'Delete' })).toHaveCount(0)
  await expect(dialog.getByRole('link', { name: nameOf(holder) })).toBeVisible()
  await expectAccessible(page, 'dialog')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('tab', { name: /Used by/ }).click()
  await expect(
    pane.getByRole('heading', { name: 'Assigned to 1 user in addition to their role' }),
  ).toBeVisible()
  await pane.getByRole('link', { name: role.name }).click()
  await expect(page).toHaveURL(new RegExp(`users_roles/${role.id}`))
  await expect(page.getByRole('heading', { level: 1, name: 'Roles' })).toBeVisible()
})

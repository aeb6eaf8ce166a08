import {
  aRole,
  box,
  effect,
  expectImpactLoaded,
  moveUser,
  newName,
  openRole,
  policyNamed,
  saveRole,
} from './access-records.ts'
import { expectAccessible } from './axe.ts'
import { startSession } from './demo-users.ts'
import { expect, test } from './test.ts'
import { aUser, button, nameOf, roleNamed } from './user-records.ts'

const DESK = ['Operational Dashboard', 'SMAC Inquiry']
const PICKED = ['Inquiry runs', 'Result exports'] as const

test('shows the impact of a role before saving it', async ({ page }) => {
  await startSession(page, 'admin')
  const role = await aRole(page, DESK, ...PICKED)
  const loses = await aUser(page, { role_id: role.id })
  const keeps = await aUser(page, {
    role_id: role.id,
    extra_policies: [await policyNamed(page, 'Month-end exports')],
  })
  await page.goto(`/users/users_roles?q=${encodeURIComponent(role.name)}`)
  await page.getByRole('table', { name: 'Roles' }).getByRole('link', { name: role.name }).click()
  const pane = page.getByRole('region', { name: role.name, exact: true })
  await expect(pane.getByText('2 users have this role')).toBeVisible()
  await expect(effect(page)).toContainText('Change modules or policies')

  await pane.getByRole('searchbox', { name: 'Search names and statements' }).fill('card:unmask')
  await box(pane, 'Card reveal').check()
  await pane.getByRole('searchbox', { name: 'Search names and statements' }).fill('')
  await button(page, 'Chosen 3').click()
  await box(pane, 'Result exports').uncheck()
  await expect(pane.getByText('Added', { exact: true })).toBeVisible()
  await expect(pane.getByText('Removed', { exact: true })).toBeVisible()
  await expect(pane.getByText('2 policies changed, not saved yet')).toBeVisible()

  const panel = effect(page)
  await expect(panel).toContainText('2 users gaincard:unmask view whole card numbers')
  await expect(panel.getByText('1 user loses')).toBeVisible()
  await expect(panel.getByText(nameOf(loses))).toHaveCount(2)
  await expect(panel.getByText(`${nameOf(keeps)} keeps inquiry:export, by Month-end exports.`)).toBeVisible()
  await expect(panel.getByText(/shows a full card number for 30 s, with a reason/)).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Policies', exact: true }).first().click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Stay' }).click()
  await button(page, 'Save').click()
  await expect(page.getByText(`${role.name} saved`)).toBeVisible()
  await expect(page).toHaveURL(/users_roles\?q=/)

  await openRole(page, role)
  await button(page, 'Chosen 2').click()
  await expect(box(pane, 'Card reveal')).toBeChecked()
  await page.getByRole('tab', { name: /History/ }).click()
  await expect(pane.getByText('Card reveal, Inquiry runs')).toBeVisible()
  await page.getByRole('tab', { name: /Users/ }).click()
  await pane.getByRole('link', { name: 'Show in the list of users' }).click()
  await expect(page.getByRole('table', { name: 'Users' }).locator('tbody').getByRole('row')).toHaveCount(2)
})

test('a concurrent change of access must be reviewed before saving', async ({ page }) => {
  await startSession(page, 'admin')
  const role = await aRole(page, DESK, ...PICKED)
  await aUser(page, { role_id: role.id })
  const later = await aUser(page)
  const pane = await openRole(page, role)
  await box(pane, 'Card reveal').check()
  await expect(effect(page).getByText('1 user gains')).toBeVisible()
  await moveUser(page, later, role.id)
  await button(page, 'Save').click()
  await expect(page.getByText(/so the impact has changed/)).toBeVisible()
  await expect(effect(page).getByText('2 users gain')).toBeVisible()
  await expectImpactLoaded(page)
  await expect(box(pane, 'Card reveal')).toBeChecked()
  await button(page, 'Save').click()
  await expect(page.getByText(`${role.name} saved`)).toBeVisible()
})

test('merges two versions of a role item by item without losing input', async ({ page }) => {
  await startSession(page, 'admin')
  const role = await aRole(page, DESK, ...PICKED)
  const pane = await openRole(page, role)
  await box(pane, 'Card reveal').check()
  await pane.getByLabel('Description').fill('Mine')
  await saveRole(page, role, {
    description: 'Theirs',
    policy_ids: [await policyNamed(page, 'Inquiry runs'), await policyNamed(page, 'Own files')],
  })
  await expectImpactLoaded(page)
  await button(page, 'Save').click()
  const conflict = page.getByRole('dialog', { name: 'Someone else saved this role first' })
  await expect(conflict.getByRole('row', { name: /Policy Card reveal/ })).toContainText('only you changed it')
  await expect(conflict.getByRole('row', { name: /Policy Own files/ })).toContainText('chosen')
  await expectAccessible(page, 'dialog')
  await conflict.getByRole('radio', { name: 'Description, yours: Mine' }).check()
  await button(page, 'Use this result').click()
  await expect(page.getByText('Both changes are now in the form.', { exact: false })).toBeVisible()
  await expectImpactLoaded(page)
  await expect(effect(page).getByText('No user has this role.')).toBeVisible()
  await button(page, 'Save').click()
  await expect(page.getByText(`${role.name} saved`)).toBeVisible()
  await openRole(page, role)
  await expect(pane.getByLabel('Description')).toHaveValue('Mine')
  for (const name of ['Card reveal', 'Own files', 'Inquiry runs']) await expect(box(pane, name)).toBeChecked()
  await expect(box(pane, 'Result exports')).not.toBeChecked()
})

test('copies a system role by keyboard, but cannot change it', async ({ page }) => {
  await startSession(page, 'admin')
  await page.goto('/users/users_roles')
  await page
    .getByRole('table', { name: 'Roles' })
    .getByRole('link', { name: 'Inquiry supervisor' })
    .press('Enter')
  const pane = page.getByRole('region', { name: 'Inquiry supervisor', exact: true })
  await expect(pane.getByText('This role is built-in and can’t be edited.')).toBeVisible()
  await expect(pane.getByLabel('Name', { exact: true })).toHaveAttribute('readonly')
  await expect(button(page, 'Save')).toHaveCount(0)
  await expect(button(page, 'Delete')).toHaveCount(0)
  await expect(box(pane, 'Inquiry supervision')).toHaveAttribute('aria-disabled', 'true')
  await box(pane, 'Inquiry supervision').press('Space')
  await expect(box(pane, 'Inquiry supervision')).toBeChecked()
  await expectAccessible(page)
  await pane.getByLabel('Resource').selectOption('cards')
  await expect(pane.getByText('by policy Inquiry supervision, statement card:unmask')).toBeVisible()

  await pane.getByRole('link', { name: 'Copy' }).press('Enter')
  const form = page.getByRole('region', { name: 'Create role' })
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Copy of Inquiry supervisor')
  await expect(box(form, 'Inquiry supervision')).toBeChecked()
  const name = newName('Supervisor')
  await form.getByLabel('Name', { exact: true }).fill(name)
  await button(page, 'Files').press('Space')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(`${name} created`)).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
  await expect(button(page, 'Files')).toHaveAttribute('aria-pressed', 'false')
})

test('an empty form shows missing fields, and the server refuses a duplicate name', async ({ page }) => {
  await startSession(page, 'admin')
  await page.goto('/users/users_roles/create')
  const form = page.getByRole('region', { name: 'Create role' })
  await button(page, 'Save').click()
  await expect(form.getByLabel('Name', { exact: true })).toBeFocused()
  for (const group of ['Modules', 'Policies'])
    await expect(form.getByRole('group', { name: group, exact: true })).toHaveAccessibleDescription(
      new RegExp(`Select ${group}`),
    )
  await expectAccessible(page)
  await form.getByLabel('Name', { exact: true }).fill('night desk')
  await button(page, 'All').click()
  await expect(button(page, 'Glass')).toHaveAttribute('aria-pressed', 'true')
  await expect(button(page, 'Glass')).toHaveAttribute('aria-disabled', 'true')
  await box(form, 'Everything').check()
  await expect(form.getByText(/shows a full card number/)).toBeVisible()
  await button(page, 'Save').click()
  await expect(form.getByLabel('Name', { exact: true })).toHaveAccessibleDescription(
    /There is already a role named “Night desk”/,
  )
})

test('an access administrator can grant only their own access', async ({ page }) => {
  await startSession(page, 'access')
  await page.goto('/users/users_roles?q=Night+desk')
  await page.getByRole('table', { name: 'Roles' }).getByRole('link', { name: 'Night desk' }).click()
  const pane = page.getByRole('region', { name: 'Night desk', exact: true })
  const reveal = box(pane, 'Card reveal')
  await expect(reveal).toHaveAttribute('aria-disabled', 'true')
  await expect(reveal).toHaveAccessibleDescription(/You don’t have all of it, so you can’t grant it/)
  await reveal.press('Space')
  await expect(reveal).not.toBeChecked()
  await button(page, 'Glass').press('Enter')
  await expect(page.getByText(/You don’t have this module, so you can’t grant it/).first()).toBeVisible()
  await expect(button(page, 'Glass')).toHaveAttribute('aria-pressed', 'false')
  // Existing access can be removed and restored.
  await box(pane, 'Inquiry runs').uncheck()
  await expect(effect(page).getByText('4 users lose')).toBeVisible()
  await box(pane, 'Inquiry runs').check()
  await expect(effect(page)).toContainText('Change modules or policies')
  await pane.getByRole('link', { name: 'Copy' }).click()
  await expect(page.getByText(/of the original are left out/)).toBeVisible()
})

test('a role in use lists its users, and can be deleted without users', async ({ page }) => {
  await startSession(page, 'admin')
  const role = await aRole(page, DESK, ...PICKED)
  const pane = await openRole(page, role)
  // Assigned after opening: only the server knows.
  const user = await aUser(page, { role_id: role.id })
  await button(page, 'Delete').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  const refused = page.getByRole('alertdialog', { name: `${role.name} is in use` })
  await expect(refused.getByText(`In use by 1 user (${nameOf(user)})`, { exact: false })).toBeVisible()
  await expectAccessible(page, 'dialog')
  await refused.getByRole('link', { name: nameOf(user) }).click()
  await expect(page.getByRole('heading', { level: 2, name: nameOf(user), exact: true })).toBeVisible()

  await moveUser(page, user, await roleNamed(page, 'Operations viewer'))
  await openRole(page, role)
  await expect(pane.getByText('0 users have this role')).toBeVisible()
  await button(page, 'Delete').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(`${role.name} deleted`)).toBeVisible()
  await expect(page).toHaveURL('/users/users_roles')
})

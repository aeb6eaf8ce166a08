import {
  aRole,
  box,
  effect,
  expectImpactLoaded,
  moveUser,
  openRole,
  policyNamed,
  saveRole,
} from './access-records.ts'
import { expectAccessible } from './axe.ts'
import { startSession } from './demo-users.ts'
import { expect, test } from './test.ts'
import { aUser, button, nameOf } from './user-records.ts'

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
  await expect(panel.getByText(/shows a full card number for 30\ss, with a reason/)).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Policies', exact: true }).first().click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Stay' }).click()
  await button(page, 'Save').click()
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

test('a concurrent change of access is reviewed before saving; one of the role is merged item by item', async ({
  page,
}) => {
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
  await expect(pane).toHaveCount(0)

  await test.step('two versions are merged without losing input', async () => {
    await openRole(page, role)
    await box(pane, 'Card reveal').uncheck()
    await pane.getByLabel('Description').fill('Mine')
    const names = ['Inquiry runs', 'Own files', 'Card reveal']
    await saveRole(page, role, {
      description: 'Theirs',
      policy_ids: await Promise.all(names.map((name) => policyNamed(page, name))),
    })
    await expectImpactLoaded(page)
    await button(page, 'Save').click()
    const conflict = page.getByRole('dialog', { name: 'Someone else saved this role first' })
    await expect(conflict.getByRole('row', { name: /Policy Card reveal/ })).toContainText(
      'only you changed it',
    )
    await expect(conflict.getByRole('row', { name: /Policy Own files/ })).toContainText('chosen')
    await expectAccessible(page, 'dialog')
    await conflict.getByRole('radio', { name: 'Description, yours: Mine' }).check()
    await button(page, 'Use this result').click()
    await expect(page.getByText('Both changes are now in the form.', { exact: false })).toBeVisible()
    await expectImpactLoaded(page)
    await expect(effect(page).getByText('2 users lose')).toBeVisible()
    await button(page, 'Save').click()
    await expect(pane).toBeHidden()
    await openRole(page, role)
    await expect(pane.getByLabel('Description')).toHaveValue('Mine')
    for (const name of ['Own files', 'Inquiry runs']) await expect(box(pane, name)).toBeChecked()
    for (const name of ['Result exports', 'Card reveal']) await expect(box(pane, name)).not.toBeChecked()
  })
})

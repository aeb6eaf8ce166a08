import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { signIn } from './demo-users.ts'
import { expect, test } from './test.ts'
import { aUser, button, callUsers, nameOf, newFamilyName, pane, roleNamed } from './user-records.ts'

type Policy = { id: string; name: string; version: number }
type Role = { id: string; name: string; version: number }

const policyNamed = async (page: Page, name: string) => {
  const { items } = await callUsers<{ items: Policy[] }>(page, 'GET', '/policy/options')
  return items.find((each) => each.name === name)?.id ?? ''
}

/** Created by the signed-in user, with one policy of the demo. */
async function aRole(page: Page): Promise<Role> {
  const policy_ids = [await policyNamed(page, 'Inquiry runs')]
  const body = { name: `Role ${newFamilyName()}`, modules: ['SMAC Inquiry'], policy_ids }
  return callUsers<Role>(page, 'POST', '/role', body)
}

const impactOf = (page: Page) => page.getByRole('complementary', { name: 'What saving changes' })
const policyBox = (page: Page, name: string) => page.getByRole('checkbox', { name: new RegExp(`^${name}`) })

test('a role is changed with the effect on its users in sight, by name', async ({ page }) => {
  await signIn(page, 'admin')
  const role = await aRole(page)
  const user = await aUser(page, { role_id: role.id })
  await page.goto(`/users/users_roles/${role.id}`)
  const form = pane(page, role.name)
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue(role.name)
  await expect(impactOf(page)).toContainText('nobody gains or loses anything')
  await policyBox(page, 'Card reveal').check()
  await policyBox(page, 'Inquiry runs').uncheck()
  await expect(impactOf(page)).toContainText('1 user gains card:unmask')
  await expect(impactOf(page)).toContainText('1 user loses inquiry:run')
  await expect(impactOf(page).getByText(nameOf(user))).toHaveCount(2)
  await expectAccessible(page)
  await button(page, 'Save').click()
  await expect(page).toHaveURL('/users/users_roles')
  await expect(page.getByText(`${role.name} saved`)).toBeVisible()
  await page.goto(`/users/users_list/${user.id}`)
  await expect(page.getByText('card:unmask').or(page.getByText('Card reveal')).first()).toBeVisible()
})

test('an effect that is no longer true is shown anew before anything is saved', async ({ page }) => {
  await signIn(page, 'admin')
  const role = await aRole(page)
  await aUser(page, { role_id: role.id })
  await page.goto(`/users/users_roles/${role.id}`)
  await policyBox(page, 'Card reveal').check()
  await expect(impactOf(page)).toContainText('1 user gains card:unmask')
  const second = await aUser(page, { role_id: role.id })
  await button(page, 'Save').click()
  await expect(page.getByText('somebody changed access in the meantime')).toBeVisible()
  await expect(impactOf(page)).toContainText('2 users gain card:unmask')
  await expect(impactOf(page)).toContainText(nameOf(second))
  await expect(policyBox(page, 'Card reveal')).toBeChecked()
  await button(page, 'Save').click()
  await expect(page).toHaveURL('/users/users_roles')
})

test('nothing that was entered is lost when somebody else saves the role first', async ({ page }) => {
  await signIn(page, 'admin')
  const role = await aRole(page)
  await page.goto(`/users/users_roles/${role.id}`)
  const form = pane(page, role.name)
  await form.getByLabel('Description').fill('Of the night')
  await callUsers(page, 'PATCH', `/role/${role.id}`, { version: 1, description: 'Of the day' })
  await button(page, 'Save').click()
  await expect(page.getByText('Description is now: Of the day')).toBeVisible()
  await expect(form.getByLabel('Description')).toHaveValue('Of the night')
  await button(page, 'Keep mine').click()
  await expect(form.getByLabel('Description')).toHaveValue('Of the night')
  await button(page, 'Save').click()
  await expect(page).toHaveURL('/users/users_roles')
  await page.goto(`/users/users_roles/${role.id}`)
  await expect(form.getByLabel('Description')).toHaveValue('Of the night')
})

test('a role in use is not deleted, and says who uses it', async ({ page }) => {
  await signIn(page, 'admin')
  const role = await aRole(page)
  const user = await aUser(page, { role_id: role.id })
  await page.goto(`/users/users_roles/${role.id}`)
  await button(page, 'Delete').click()
  const dialog = page.getByRole('alertdialog', { name: `Delete ${role.name}?` })
  await dialog.getByRole('button', { name: 'Delete role' }).click()
  await expect(dialog).toContainText(nameOf(user))
  await dialog.getByRole('button', { name: 'Keep role' }).click()
  const unused = await aRole(page)
  await page.goto(`/users/users_roles/${unused.id}`)
  await button(page, 'Delete').click()
  await page.getByRole('button', { name: 'Delete role' }).click()
  await expect(page).toHaveURL('/users/users_roles')
})

test('a role of the system is copied, not changed', async ({ page }) => {
  await signIn(page, 'admin')
  await page.goto(`/users/users_roles/${await roleNamed(page, 'Inquiry agent')}`)
  await expect(page.getByText('A role of the system is not changed: copy it.')).toBeVisible()
  await page.getByRole('link', { name: 'Copy' }).click()
  const form = pane(page, 'Create role')
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Copy of Inquiry agent')
  const name = `Role ${newFamilyName()}`
  await form.getByLabel('Name', { exact: true }).fill(name)
  await button(page, 'Save').click()
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
  await expect(policyBox(page, 'Inquiry desk')).toBeChecked()
})

test('a policy is written over the catalogue, and a wildcard says what it covers', async ({ page }) => {
  await signIn(page, 'admin')
  await page.goto('/users/users_policies/create')
  const form = pane(page, 'Create policy')
  const name = `Policy ${newFamilyName()}`
  await button(page, 'Save').click()
  await expect(form.getByText('Select Statements')).toBeVisible()
  await form.getByLabel('Name', { exact: true }).fill(name)
  await form.getByRole('searchbox', { name: 'Search actions' }).fill('card')
  await form.getByRole('checkbox', { name: /^All actions.*card:\*/ }).check()
  await expect(form.getByText('Today: card:unmask')).toBeVisible()
  await expect(form.getByText('Covers 1 action today.')).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Save').click()
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
  await expect(page.getByText('In 0 roles')).toBeVisible()
})

test('an access administrator cannot give what they do not hold', async ({ page }) => {
  await signIn(page, 'access')
  await page.goto('/users/users_roles/create')
  await expect(policyBox(page, 'Card reveal')).toBeDisabled()
  await expect(policyBox(page, 'Operations basics')).toBeEnabled()
  await expect(page.getByRole('checkbox', { name: 'Glass', exact: true })).toBeDisabled()
})

test('an auditor sees roles and policies and changes nothing', async ({ page }) => {
  await signIn(page, 'auditor')
  await page.goto(`/users/users_roles/${await roleNamed(page, 'Night desk')}`)
  await expect(page.getByRole('tabpanel').getByText('Answers inquiries at night')).toBeVisible()
  await expect(button(page, 'Save')).toHaveCount(0)
  await button(page, 'Delete').press('Enter')
  await expect(page.getByText('User is not auhorized to perform this action.')).toBeVisible()
})

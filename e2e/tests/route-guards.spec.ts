import { aFile, asUpload } from './card-files.ts'
import { signIn, startSession } from './demo-users.ts'
import { uploadFile } from './inquiry-page.ts'
import { typeUnsaved } from './page-objects.ts'
import { expect, test } from './test.ts'
import { holdToastTimers } from './toasts.ts'

const barred = 'Unauthorized Access'

const MODULES = [
  { path: '/users', leadsTo: '/users/users_list', holder: 'access', other: 'lookup' },
  // It has no screen yet: the page is a 404.
  { path: '/lookup', leadsTo: '/lookup', holder: 'lookup', other: 'access' },
] as const

for (const { path, leadsTo, holder, other } of MODULES) {
  for (const person of ['agent', other] as const)
    test(`${path} redirects ${person}@, without its module, to the dashboard with a toast`, async ({
      page,
    }) => {
      await startSession(page, person)
      await holdToastTimers(page)
      await page.goto(path)
      const toast = page.getByRole('alert').filter({ hasText: barred })
      await expect(toast).toHaveCount(1)
      await expect(page).toHaveURL('/operational_dashboard')
      await expect(page.getByRole('heading', { level: 1, name: 'Operational Dashboard' })).toBeVisible()
      const at = await toast.boundingBox()
      expect(at && at.x + at.width > 900 && at.y > 600).toBe(true)
    })

  for (const [person, module] of [
    [holder, 'its module'],
    ['auditor', 'All'],
  ] as const)
    test(`${path} is open to ${person}@, who has ${module}`, async ({ page }) => {
      await startSession(page, person)
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page).toHaveURL(leadsTo)
      await expect(page.getByText(barred)).toHaveCount(0)
    })
}

test('only these two paths redirect', async ({ page }) => {
  await startSession(page, 'agent')
  for (const path of ['/users/users_list', '/lookup/tenders', '/users2']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveURL(path)
    await expect(page.getByText(barred)).toHaveCount(0)
  }
})

test('signing out with unsaved changes asks once, and not by the browser', async ({ page }) => {
  await signIn(page, 'agent', '/smac_inquiry')
  await uploadFile(page, asUpload(aFile(3), 'signing-out'))
  let browserAsked = 0
  page.on('dialog', (dialog) => {
    browserAsked += 1
    void dialog.accept()
  })
  const ticket = page.getByLabel('Ticket')
  await typeUnsaved(page, 'Ticket', 'OPS-7')
  const leave = page.getByRole('button', { name: 'Sign out' })
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })

  await leave.click()
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(question).toBeHidden()
  await expect(ticket).toHaveValue('OPS-7')

  await leave.click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  expect(browserAsked).toBe(0)
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
})

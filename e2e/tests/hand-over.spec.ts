import type { Browser, Locator, Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { aFile, asUpload } from './card-files.ts'
import { fillSignIn, startSession } from './demo-users.ts'
import { uploadFile } from './inquiry-page.ts'
import { temporaryPasswordFor } from './outbox.ts'
import { expect, test } from './test.ts'
import { aUser, button, callUsers, nameOf, openUser, pane, type User, untilInvited } from './user-records.ts'

const PASSWORD = 'Brand-new#2026'

/** Creates an agent with a file that awaits confirmation. `page` belongs to an administrator. */
async function aLeaver(page: Page, browser: Browser): Promise<User> {
  await startSession(page, 'admin')
  const leaver = await aUser(page)
  const context = await browser.newContext()
  const theirs = await context.newPage()
  await theirs.goto('/login')
  await untilInvited(page, leaver)
  await fillSignIn(theirs, leaver.email, await temporaryPasswordFor(page.context(), leaver.email))
  await theirs.getByLabel('New password').fill(PASSWORD)
  await theirs.getByLabel('Confirm password').fill(PASSWORD)
  await button(theirs, 'Set new password').click()
  await uploadFile(theirs, { ...asUpload(aFile(3)), name: 'leaver.csv' })
  await expect(button(theirs, 'Run inquiry')).toBeVisible()
  await context.close()
  await openUser(page, leaver)
  await expect(pane(page, nameOf(leaver)).getByText('Active', { exact: true })).toBeVisible()
  return leaver
}

async function chooseReceiver(page: Page, receiver: Locator): Promise<void> {
  await receiver.fill('supervisor')
  await page
    .getByRole('option', { name: /Inquiry supervisor/ })
    .first()
    .click()
}

test('disabling a user lists their open files and hands them over', async ({ page, browser }) => {
  const leaver = await aLeaver(page, browser)
  await button(page, 'Disable').click()
  const dialog = page.getByRole('dialog', { name: `Disable ${nameOf(leaver)}?` })
  await expect(dialog.getByText(`${nameOf(leaver)} has 1 open file.`)).toBeVisible()
  await expect(dialog.getByRole('listitem')).toHaveText('leaver.csv Awaiting confirmation')
  await expect(dialog.getByRole('button', { name: 'Disable', exact: true })).toBeVisible()
  await expectAccessible(page, 'dialog')
  await dialog.getByLabel('Reason').fill('Left the desk')
  await chooseReceiver(page, dialog.getByRole('combobox', { name: 'Reassign to' }))
  await dialog.getByRole('button', { name: 'Reassign and disable' }).click()
  await expect(page.getByText(`${nameOf(leaver)} disabled`)).toBeVisible()
  const work = await callUsers<{ total: number }>(page, 'GET', `/open-work/${leaver.id}`)
  expect(work.total).toBe(0)
})

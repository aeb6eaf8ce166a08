import type { Page } from '@playwright/test'
import { withApprovals } from '../system/require-approval.ts'
import { expectAccessible } from './axe.ts'
import { emailOf, signIn } from './demo-users.ts'
import { anId, asCsv, type Csv, checkImport, csvOf, findTender, lineOf } from './import-page.ts'
import { press } from './page-objects.ts'
import { expect, test } from './test.ts'
import { pane } from './user-records.ts'

const heading = (page: Page) => page.getByRole('heading', { name: 'Waiting for approval' })

/** Imports the checked file of the page, which is sent for approval. */
async function sendForApproval(page: Page, reason: string): Promise<void> {
  await page.getByRole('button', { name: 'Import', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'This change needs approval' })
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await page.keyboard.type(reason)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(heading(page)).toBeVisible()
}

/** A page of a second user at the request of the file. */
async function asDecider(page: Page, file: Csv) {
  const href = await page.getByRole('link', { name: 'View request' }).getAttribute('href')
  const decider = await page.context().browser()?.newPage()
  if (!decider || !href) throw new Error('There is no request.')
  await signIn(decider, 'admin', href)
  return { decider, request: pane(decider, `Import ${file.name}`) }
}

test('an import waits for a second user, whose approval writes its rows without a reload', async ({
  page,
}) => {
  await withApprovals(emailOf('lookup'), async () => {
    const tender = anId()
    const file = asCsv('approval', csvOf(lineOf({ tender_id: tender })))
    await signIn(page, 'lookup', '/lookup/tenders')
    await checkImport(page, file)
    await sendForApproval(page, 'November tenders')
    await expect(page.getByRole('button', { name: 'Import', exact: true })).toHaveCount(0)
    await expectAccessible(page, 'main')
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await page.setViewportSize({ width: 1280, height: 800 })

    const { decider, request } = await asDecider(page, file)
    await expect(request).toContainText('“November tenders”')
    await request.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByText(/^Imported: 1 new/)).toBeVisible()
    expect((await findTender(page, tender)).tender_id).toBe(tender)
    await page.goto(`/lookup/tenders/${(await findTender(page, tender)).id}`)
    await page.getByRole('tab', { name: /^History/ }).click()
    await expect(page.getByText(/Approved by /)).toBeVisible()
    await decider.close()
  })
})

test('a rejected import shows the reason, is sent again, and is withdrawn', async ({ page }) => {
  await withApprovals(emailOf('lookup'), async () => {
    const file = asCsv('rejected', csvOf(lineOf({ tender_id: anId() })))
    await signIn(page, 'lookup', '/lookup/tenders')
    await checkImport(page, file)
    await sendForApproval(page, 'November tenders')
    const { decider, request } = await asDecider(page, file)
    await request.getByRole('button', { name: 'Reject…' }).click()
    const dialog = decider.getByRole('dialog', { name: /^Reject/ })
    await dialog.getByLabel('Reason').fill('These are of October')
    await dialog.getByRole('button', { name: 'Reject' }).click()
    await expect(page.getByText(/^Rejected by /)).toBeVisible()
    await expect(page.getByText(/These are of October/).first()).toBeVisible()
    await sendForApproval(page, 'These are of November')
    await press(page, 'Withdraw request')
    await expect(heading(page)).toHaveCount(0)
    await expect(page.getByText('Ready to import')).toBeVisible()
    await press(page, 'Cancel')
    await press(page, 'Cancel import')
    await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible()
    await decider.close()
  })
})

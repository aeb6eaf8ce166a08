import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { ACTIVE, aFile, asUpload, daysAgo } from './card-files.ts'
import { signIn } from './demo-users.ts'
import { openFiles, runInquiry, typeUnsaved, uploadFile } from './page-objects.ts'
import { expect, test } from './test.ts'

test('upload, dry run, confirm, watch in two tabs, download a complete result', async ({ page, context }) => {
  await signIn(page, 'agent', '/smac_inquiry')
  const upload = asUpload(aFile(300, { invalid: true, duplicate: true }), 'whole')
  await uploadFile(page, upload)
  await expect(page.getByRole('button', { name: 'Run inquiry' })).toBeVisible()
  const counts = page.getByLabel('Counts')
  await expect(counts).toContainText('Valid300')
  await expect(counts).toContainText('Invalid1')
  await expect(page.getByRole('grid', { name: 'Rows to fix' })).toContainText('Check digit is wrong')

  const list = await context.newPage()
  await list.goto('/smac_inquiry?tab=file')
  const row = list.getByRole('row', { name: upload.name }).first()
  await expect(row).toContainText('Awaiting confirmation')

  await runInquiry(page, 'OPS-20417')
  await expect(page.getByText('Completed with errors')).toBeVisible()
  await expect(row).toContainText('Completed with errors')
  await expect(page.getByText('OPS-20417')).toBeVisible()

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download result' }).click()
  const text = await readFile(await (await downloading).path(), 'utf8')
  const lines = text.trim().split(/\r?\n/)
  expect(lines).toHaveLength(1 + 302)
  expect(lines[0]).toMatch(/^row_number,card_number,reference_no,outcome,reason/)
  expect(lines[1]).toMatch(new RegExp(`^1,${ACTIVE},.*,FOUND,`))
  expect(lines[301]).toContain(',INVALID,')
  expect(lines[302]).toContain(',DUPLICATE,')
  expect(lines.map((line) => line.split(',')[0]).slice(1)).toEqual(
    lines.slice(1).map((_, index) => `${index + 1}`),
  )

  await list.close()
  await test.step('running the same file a second time requires a reason', async () => {
    await uploadFile(page, upload)
    await expect(page.getByText('This file was already uploaded.')).toBeVisible()
    await expect(page.getByText(/uploaded it at \d\d:\d\d\. Enter a reason to run it again\./)).toBeVisible()
    await runInquiry(page)
    await expect(page.getByLabel('Reason for running it again')).toBeFocused()
    await page.getByLabel('Reason for running it again').fill('Points were corrected since')
    await page.getByRole('button', { name: 'Run inquiry' }).click()
    await expect(page.getByText('Completed with errors')).toBeVisible()
  })
})

test('invalid rows refuse "all or nothing" at its field', async ({ page }) => {
  const text = aFile(3, { invalid: true, duplicate: true }).replace('reference_no', 'reference_no,extra')
  await signIn(page, 'agent', '/smac_inquiry')
  await uploadFile(page, asUpload(text, 'all-or-nothing'))
  await expect(page.getByLabel('Counts')).toContainText('Duplicate1With a warning0')
  const toFix = page.getByRole('grid', { name: 'Rows to fix' })
  await expect(toFix).toContainText('Check digit is wrong')
  await page.getByRole('button', { name: 'Duplicates 1' }).click()
  await expect(toFix).toContainText('Duplicate')

  const choice = page.getByRole('radiogroup', { name: /cannot be looked up/ })
  const button = page.getByRole('button', { name: 'Run inquiry' })
  await choice.getByRole('radio', { name: /^All or nothing/ }).check()
  await expect(choice).toHaveAccessibleDescription(/^Nothing would run, because \d+ rows? (is|are) invalid/)
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await expect(button).toHaveAccessibleDescription(/^Blocked: \d+ rows? (is|are) invalid$/)
  await expect(page.getByText(/to look up$/)).toBeHidden()
  await choice.getByRole('radio', { name: /^Valid rows only/ }).check()
  await expect(choice).not.toHaveAttribute('aria-invalid')
  await expect(button).toHaveAccessibleDescription(/^\d+ rows? to look up$/)

  await test.step('a download asks nothing about unsaved changes', async () => {
    await typeUnsaved(page, 'Ticket number', 'OPS-7')
    const questions: string[] = []
    const downloading = page.waitForEvent('download')
    page.once('dialog', (dialog) => {
      questions.push(dialog.type())
      void dialog.accept()
    })
    await page.getByRole('button', { name: 'Download errors' }).click()
    await downloading
    expect(questions).toEqual([])
    await expect(page.getByLabel('Ticket number')).toHaveValue('OPS-7')
  })

  await test.step('cancelling a file needs a confirmation; keeping it restores the focus', async () => {
    const cancel = page.getByRole('button', { name: 'Cancel', exact: true })
    await cancel.click()
    await expect(page.getByRole('alertdialog', { name: 'Cancel this file?' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog')).toBeHidden()
    await expect(cancel).toBeFocused()
    await cancel.click()
    await page.route('**/file_tracker/cancel', (route) => route.fulfill({ status: 500 }), { times: 1 })
    await page.getByRole('button', { name: 'Cancel file' }).click()
    await expect(page.getByRole('alertdialog').getByRole('alert')).toHaveText(/went wrong on the server/)
    await page.getByRole('button', { name: 'Cancel file' }).click()
    await expect(page.getByText('The file did not run.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Run inquiry' })).toBeHidden()
  })
})

test('rows without dates require a range, validated before submitting', async ({ page }) => {
  await signIn(page, 'agent', '/smac_inquiry')
  await uploadFile(page, asUpload(aFile(3, { undated: true }), 'undated'))
  await test.step('leaving a screen with unsaved changes shows a warning', () => warnsOnLeaving(page))
  await page.getByRole('button', { name: 'Run inquiry' }).click()
  await expect(page.getByLabel('Purpose')).toHaveAccessibleDescription('Select Purpose')
  await expect(page.getByLabel('Purpose')).toBeFocused()
  await page.getByLabel('Date from').fill(daysAgo(60))
  await page.getByLabel('Date to').fill(daysAgo(1))
  await page.getByLabel('Ticket number').focus()
  await expect(page.getByLabel('Date to')).toHaveAccessibleDescription(/Longer than 31 days/)
  await page.getByLabel('Date from').fill(daysAgo(10))
  await runInquiry(page)
  await expect(page.getByRole('button', { name: 'All 4', exact: true })).toBeVisible()
  // After the submit nothing is unsaved.
  await page.getByRole('link', { name: 'Operational Dashboard' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Operational Dashboard' })).toBeVisible()
})

async function warnsOnLeaving(page: Page): Promise<void> {
  const file = page.url()
  const ticket = page.getByLabel('Ticket number')
  await typeUnsaved(page, 'Ticket number', 'OPS-7')
  const away = page.getByRole('link', { name: 'Operational Dashboard' }).first()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })

  await away.click()
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(away).toBeFocused()
  await expect(ticket).toHaveValue('OPS-7')

  await page.goBack()
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(page).toHaveURL(file)
  await expect(ticket).toHaveValue('OPS-7')

  await away.click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Operational Dashboard' })).toBeVisible()
  await expect(question).toBeHidden()

  await page.goBack()
  await expect(ticket).toHaveValue('')
}

test('a spreadsheet with the name of a CSV is refused before the upload, with instructions', async ({
  page,
}) => {
  await signIn(page, 'agent', '/smac_inquiry')
  await openFiles(page)
  await page.getByLabel('Upload file').setInputFiles({
    name: 'cards.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([0x50, 0x4b, 0x03, 0x04, 0, 0]),
  })
  await expect(page.getByRole('alert')).toContainText('pick “Excel Workbook (.xlsx)”')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByRole('button', { name: 'Upload file' })).toBeVisible()

  await test.step('full storage is reported at once; a retry succeeds when there is space', async () => {
    const upload = asUpload(aFile(3), 'full-storage')
    let tries = 0
    await page.route('**/storage/**', async (route) => {
      tries++
      await route.fulfill({
        status: 507,
        json: { status: 507, code: 'storage_full', detail: 'Storage is full.' },
      })
    })
    await page.getByLabel('Upload file').setInputFiles(upload)
    const notice = page.getByRole('alert').filter({ hasText: `${upload.name} was not uploaded.` })
    await expect(notice).toContainText('Storage is full.')
    expect(tries).toBe(1)
    await page.unroute('**/storage/**')
    await notice.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1, name: upload.name })).toBeVisible()
  })
  await test.step('a file without any known column is rejected with an instruction', async () => {
    await uploadFile(page, asUpload('shift\r\nnight\r\n', 'broken'))
    await expect(page.getByText('Rejected (F002).')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Upload again' })).toBeVisible()
  })
})

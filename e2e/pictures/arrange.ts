import type { Browser } from '@playwright/test'
import { expect } from '@playwright/test'
import { aFile, asUpload } from '../tests/card-files.ts'
import { type DemoUser, signIn } from '../tests/demo-users.ts'
import { runInquiry, uploadFile } from '../tests/inquiry-page.ts'

export type StorageState = Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['storageState']>>

/** Signs a user in once; every picture of that user starts from the stored session. */
export async function sessionOf(browser: Browser, baseURL: string, person: DemoUser): Promise<StorageState> {
  const context = await browser.newContext({ baseURL })
  const page = await context.newPage()
  await signIn(page, person)
  const state = await context.storageState()
  await context.close()
  return state
}

export type Files = { awaiting: string; clean: string; errors: string; rejected: string; cancelled: string }

/** Files in the states that the real thing brings them to, each by its address. */
export async function arrangeFiles(
  browser: Browser,
  baseURL: string,
  storageState: StorageState,
): Promise<Files> {
  const context = await browser.newContext({ baseURL, storageState })
  const page = await context.newPage()
  await page.goto('/smac_inquiry')
  const at = () => new URL(page.url()).pathname

  await uploadFile(page, { ...asUpload(aFile(980)), name: 'member-complaints-week-46.csv' })
  await runInquiry(page, 'OPS-20391')
  await expect(page.getByText(/rows answered/)).toBeVisible()
  const clean = at()

  const bad = aFile(940, { invalid: true, duplicate: true }).replaceAll(/(999\d{11}[05]\d),/g, '$1x,')
  await uploadFile(page, { ...asUpload(bad), name: 'branch-0417-november.csv' })
  await runInquiry(page, 'OPS-20417')
  await expect(page.getByText(/rows answered/)).toBeVisible()
  const errors = at()

  await uploadFile(page, { ...asUpload('reference_no\r\nR-1\r\n'), name: 'no-cards.csv' })
  await expect(page.getByText('Rejected (F002).')).toBeVisible()
  const rejected = at()

  await uploadFile(page, { ...asUpload(aFile(40)), name: 'mabini-tarlac.csv' })
  await expect(page.getByRole('button', { name: 'Run inquiry' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('button', { name: 'Cancel the file' }).click()
  await expect(page.getByText('It was not run.')).toBeVisible()
  const cancelled = at()

  const mixed = asUpload(aFile(220, { invalid: true, duplicate: true, undated: true }))
  await uploadFile(page, { ...mixed, name: 'points-not-posted.csv' })
  await expect(page.getByRole('button', { name: 'Run inquiry' })).toBeVisible()
  const awaiting = at()
  await context.close()
  return { awaiting, clean, errors, rejected, cancelled }
}

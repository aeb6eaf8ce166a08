import { execFile } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { downloaded } from './import-page.ts'
import { nameOf } from './user-records.ts'

type PersonName = Parameters<typeof nameOf>[0]

export const itemRow = (page: Page, user: PersonName) =>
  page.getByRole('row').filter({ hasText: nameOf(user) })
export const itemLead = (page: Page, user: PersonName) =>
  page.getByRole('button', { name: new RegExp(`^${nameOf(user)}`) })
export const decision = (page: Page, user: PersonName, name: 'Keep' | 'Remove') =>
  itemRow(page, user)
    .getByRole('group', { name: /^Decision about/ })
    .getByRole('button', { name })

/** Chooses every user with one of these names: copies of an account for other workers have the same. */
export async function chooseReviewers(page: Page, names: readonly string[]): Promise<void> {
  const reviewers = page
    .getByRole('dialog', { name: 'Start review' })
    .getByRole('combobox', { name: 'Reviewers' })
  for (const name of names) {
    await reviewers.fill(name)
    const options = page.getByRole('option').filter({ hasText: name })
    await expect(options.first()).toBeVisible()
    for (let at = 0; at < (await options.count()); at++) {
      await options.nth(at).click()
      await reviewers.fill(name)
    }
    await reviewers.fill('')
  }
}

export async function exportEvidence(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Export evidence' }).click()
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const toast = page.getByRole('status').filter({ hasText: 'ready to download' })
  return downloaded(page, () => toast.getByRole('button', { name: 'Download' }).press('Enter'))
}

/** Runs the command in a folder without a key of its own. */
export async function verifyEvidence(file: string, key: string): Promise<{ code: number; output: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'evidence-'))
  await writeFile(join(folder, 'evidence.csv'), file)
  await writeFile(join(folder, 'key.pem'), key)
  const script = join(import.meta.dirname, '../../apps/server/src/verify-evidence.ts')
  const args = [script, join(folder, 'evidence.csv'), '--key', join(folder, 'key.pem')]
  return new Promise((resolve) =>
    execFile(process.execPath, args, { env: {}, cwd: folder }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    ),
  )
}

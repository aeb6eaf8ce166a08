import { execFile } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { aRole } from './access-records.ts'
import type { DemoUser } from './demo-users.ts'
import { downloaded } from './import-page.ts'
import { aUser, callUsers, demoUserId, nameOf, type User } from './user-records.ts'

type PersonName = Parameters<typeof nameOf>[0]

export const itemRow = (page: Page, user: PersonName) =>
  page.getByRole('row').filter({ hasText: nameOf(user) })
export const itemLead = (page: Page, user: PersonName) =>
  page.getByRole('button', { name: new RegExp(`^${nameOf(user)}`) })
export const decision = (page: Page, user: PersonName, name: 'Keep' | 'Remove') =>
  itemRow(page, user)
    .getByRole('group', { name: /^Decision about/ })
    .getByRole('button', { name })

/** Chooses every user with one of these names, because copies of an account for other workers share its name. */
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

/** Runs the command in a folder that has no key. */
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

type Item = { id: string; version: number }
type Review = { id: string; version: number; name: string }

/** A new role with two users. */
export async function aHeldRole(page: Page): Promise<{ role: { id: string; name: string }; users: User[] }> {
  const role = await aRole(page, ['SMAC Inquiry'], 'Inquiry runs')
  return { role, users: [await aUser(page, { role_id: role.id }), await aUser(page, { role_id: role.id })] }
}

/** An open review of a new role with two users. */
export async function aReview(
  page: Page,
  reviewers: readonly DemoUser[],
): Promise<Review & { users: User[] }> {
  const { role, users } = await aHeldRole(page)
  const ids: string[] = []
  for (const each of reviewers) ids.push(await demoUserId(page, each))
  const review = await callUsers<Review>(page, 'POST', '/reviews', {
    name: `Review of ${role.name}`,
    scope: 'ROLE',
    role_id: role.id,
    due_on: new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10),
    undecided: 'KEEP',
    reviewers: ids,
  })
  return { ...review, users }
}

/** Keeps every item, so that nothing waits for a reviewer. */
export async function keepAll(page: Page, { id }: Review): Promise<void> {
  const { items } = await callUsers<{ items: Item[] }>(page, 'POST', `/reviews/${id}/items`, {})
  await callUsers(page, 'POST', `/reviews/${id}/decide`, {
    items: items.map((item) => ({ id: item.id, version: item.version })),
    decision: 'KEEP',
  })
}

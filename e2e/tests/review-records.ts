import type { Page } from '@playwright/test'
import { aRole } from './access-records.ts'
import type { DemoUser } from './demo-users.ts'
import { aUser, callUsers, demoUserId, type User } from './user-records.ts'

type Item = { id: string; version: number }
export type Review = { id: string; version: number; name: string }

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

import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { expect } from './test.ts'
import { callUsers } from './user-records.ts'

type NamedRecord = { id: string; name: string }
export type RoleRecord = NamedRecord & { version: number; description: string; policies: NamedRecord[] }
export type PolicyRecord = NamedRecord & { version: number; statements: string[] }
export type Impact = { impact_version: string }

export const newName = (noun: string) => `${noun} ${randomUUID().slice(0, 8)}`

export async function policyNamed(page: Page, name: string): Promise<string> {
  const { items } = await callUsers<{ items: NamedRecord[] }>(page, 'GET', '/policy/options')
  const found = items.find((policy) => policy.name === name)
  expect(found, name).toBeDefined()
  return found?.id ?? ''
}

export function aPolicy(page: Page, ...statements: string[]): Promise<PolicyRecord> {
  return callUsers(page, 'POST', '/policy', { name: newName('Policy'), statements })
}

export async function aRole(page: Page, modules: string[], ...policies: string[]): Promise<RoleRecord> {
  const policy_ids: string[] = []
  for (const name of policies) policy_ids.push(await policyNamed(page, name))
  return callUsers(page, 'POST', '/role', { name: newName('Role'), modules, policy_ids })
}

/** Saves a role with its confirmed impact, like another user. */
export async function saveRole(page: Page, { id }: RoleRecord, change: object): Promise<void> {
  const { version, modules, policies } = await callUsers<RoleRecord & { modules: string[] }>(
    page,
    'GET',
    `/role/${id}`,
  )
  const access = { modules, policy_ids: policies.map((policy) => policy.id), ...change }
  const request = { kind: 'role', id, modules: access.modules, policy_ids: access.policy_ids }
  const { impact_version } = await callUsers<Impact>(page, 'POST', '/access/impact', request)
  await callUsers(page, 'PATCH', `/role/${id}`, { version, ...change, impact_version })
}

export async function moveUser(page: Page, user: { id: string }, role_id: string): Promise<void> {
  const { version } = await callUsers<{ version: number }>(page, 'GET', `/${user.id}`)
  const request = { kind: 'user', id: user.id, role_id, extra_policies: [] }
  const { impact_version } = await callUsers<Impact>(page, 'POST', '/access/impact', request)
  await callUsers(page, 'PATCH', `/${user.id}`, { version, role_id, extra_policies: [], impact_version })
}

export async function openRole(page: Page, { id, name }: NamedRecord): Promise<Locator> {
  await page.goto(`/users/users_roles/${id}`)
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
  return page.getByRole('region', { name, exact: true })
}

export async function openPolicy(page: Page, { id, name }: NamedRecord): Promise<Locator> {
  await page.goto(`/users/users_policies/${id}`)
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
  return page.getByRole('region', { name, exact: true })
}

export const box = (within: Page | Locator, name: string) =>
  within.getByRole('checkbox', { name, exact: true })
export const effect = (page: Page) => page.getByRole('region', { name: 'Impact' })

/** Waits until the impact matches the form, which can then be saved. */
export const expectImpactLoaded = (page: Page) =>
  expect(effect(page).getByRole('status')).toHaveAttribute('aria-busy', 'false')

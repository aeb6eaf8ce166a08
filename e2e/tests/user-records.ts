import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Provider } from '../system/open-provider.ts'
import { type DemoUser, emailOf } from './demo-users.ts'
import { readSession } from './session-storage.ts'
import { expect } from './test.ts'

export type User = { id: string; version: number; email: string; given_name: string; family_name: string }
type NamedRecord = { id: string; name: string }

/** A unique family name of letters only. */
export function newFamilyName(): string {
  const letters = randomUUID()
    .replaceAll('-', '')
    .slice(0, 8)
    .replaceAll(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))
  return `T${letters}`
}

export async function callUsers<Resource>(
  page: Page,
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  data?: object,
): Promise<Resource> {
  const { token } = (await readSession(page)).auth
  const response = await page.request.fetch(`/api/user${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(data && { data }),
  })
  const reply = await response.json()
  expect(response.ok(), JSON.stringify(reply)).toBe(true)
  return reply.resource
}

export async function roleNamed(page: Page, name: string): Promise<string> {
  const { items } = await callUsers<{ items: NamedRecord[] }>(page, 'GET', '/role/options')
  return items.find((role) => role.name === name)?.id ?? ''
}

export async function demoUserId(page: Page, user: DemoUser): Promise<string> {
  const { items } = await callUsers<{ items: { id: string }[] }>(page, 'GET', `/search?q=${emailOf(user)}`)
  return items[0]?.id ?? ''
}

/** Ends all temporary access of a demo user. */
export async function endTemporaryAccess(page: Page, user: DemoUser): Promise<void> {
  const id = await demoUserId(page, user)
  const { grants } = await callUsers<{ grants: { temporary: { id: string }[] } }>(page, 'GET', `/${id}`)
  for (const held of grants.temporary) await callUsers(page, 'POST', `/${id}/temporary-access/${held.id}/end`)
}

export async function aUser(page: Page, fields: object = {}): Promise<User> {
  const family_name = newFamilyName()
  return callUsers<User>(page, 'POST', '/', {
    email: `${family_name.toLowerCase()}@backoffice.test`,
    given_name: 'Maria',
    family_name,
    role_id: await roleNamed(page, 'Inquiry agent'),
    ...fields,
  })
}

export async function untilInvited(page: Page, { id }: User): Promise<void> {
  const action = async () =>
    (await callUsers<{ provider_action: unknown }>(page, 'GET', `/${id}`)).provider_action
  await expect.poll(action).toBeNull()
}

/** Password that `signInFirst` sets. */
export const CHOSEN = 'Brand-new#2026'

/** Sets the first password without the browser. Returns the ID token. */
export async function signInFirst(provider: Provider, { email }: User, password: string): Promise<string> {
  const AuthParameters = { USERNAME: email, PASSWORD: password }
  const { Session } = await provider.call('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters })
  const ChallengeResponses = { USERNAME: email, NEW_PASSWORD: CHOSEN }
  const { AuthenticationResult } = (await provider.call('RespondToAuthChallenge', {
    ChallengeName: 'NEW_PASSWORD_REQUIRED',
    Session,
    ChallengeResponses,
  })) as { AuthenticationResult: { IdToken: string } }
  return AuthenticationResult.IdToken
}

export const nameOf = ({ given_name, family_name }: Pick<User, 'given_name' | 'family_name'>) =>
  `${given_name} ${family_name}`

export const pane = (page: Page, name: string | RegExp) => page.getByRole('region', { name })
export const userRow = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Users' }).getByRole('row').filter({ hasText: name })
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

export async function openUser(page: Page, user: User): Promise<void> {
  await page.goto(`/users/users_list/${user.id}`)
  await expect(page.getByRole('heading', { level: 2, name: nameOf(user), exact: true })).toBeVisible()
}

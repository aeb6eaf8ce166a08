import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { readSession } from './session-storage.ts'
import { expect } from './test.ts'

const TENDERS = '/api/operations/lookup/tenders'

export type Tender = { id: string; version: number; tender_id: string; tender_name: string }

export function newCode(): string {
  const three = randomInt(36 ** 3)
    .toString(36)
    .padStart(3, '0')
  return `${'GHJKLMNPQRSTUVWXY'[randomInt(17)]}${three}`.toUpperCase()
}

/** Calls the API as the signed-in user. Without a verb it lists. */
export async function callTenders(page: Page, verb: string, data: object) {
  const { token } = (await readSession(page)).auth
  const response = await page.request.post(verb ? `${TENDERS}/${verb}` : TENDERS, {
    headers: { authorization: `Bearer ${token}` },
    data,
  })
  return { status: response.status(), reply: await response.json() }
}

/** Creates a FUEL tender whose name begins with its code, so that a search finds the rows of one test. */
export async function aTender(page: Page, code = newCode(), fields: object = {}): Promise<Tender> {
  const { status, reply } = await callTenders(page, 'create', {
    source_system: 'FUEL',
    tender_id: code,
    tender_name: `${code} fuel card`,
    payment_method_code: 'AR',
    bin_from: null,
    bin_to: null,
    card_scheme: null,
    company_code: 'NLF',
    status: 'ACTIVE',
    effective_from: '2025-07-15',
    effective_to: null,
    ...fields,
  })
  expect(status, JSON.stringify(reply)).toBe(201)
  return reply.resource
}

export async function saveElsewhere(page: Page, { id, version }: Tender, change: object): Promise<Tender> {
  const { status, reply } = await callTenders(page, 'update', { items: [{ id, version, ...change }] })
  expect(status, JSON.stringify(reply)).toBe(200)
  return reply.resource.items[0].row
}

export const pane = (page: Page) => page.getByRole('region', { name: /tender/ })
export const field = (page: Page, label: string) => pane(page).getByLabel(label, { exact: true })
export const rowLink = (page: Page, code: string) =>
  page.getByRole('link', { name: new RegExp(`^FUEL ${code}`) })
export const save = (page: Page) => pane(page).getByRole('button', { name: 'Save', exact: true }).click()

export async function openTenders(page: Page, search: string): Promise<void> {
  await page.goto(`/lookup/tenders?q=${search}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Tenders' })).toBeVisible()
}

export async function openTender(page: Page, code: string): Promise<void> {
  await openTenders(page, code)
  await rowLink(page, code).click()
  await expect(pane(page).getByRole('heading', { name: `Edit tender ${code}` })).toBeFocused()
  await expect(field(page, 'Tender name')).toBeVisible()
}

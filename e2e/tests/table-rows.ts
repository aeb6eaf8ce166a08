import { randomInt } from 'node:crypto'
import type { TableDeclaration, TableField } from '@backoffice/contract/table'
import type { Page } from '@playwright/test'
import { readSession } from './session-storage.ts'
import { expect } from './test.ts'

export type Row = { id: string; version: number } & Record<string, string | null>
type Values = Record<string, string | null>

/** Text that no other test uses; searched for, a list shows the rows of one test. */
export const newMark = () => `W${newCode(8)}`

/** Letters and digits; a letter first, which the codes of the demo do not have. */
function newCode(length: number): string {
  const digits = Array.from({ length: length - 1 }, () => randomInt(36).toString(36))
  return `${'GHJKLMNPQRSTUVWXY'[randomInt(17)]}${digits.join('')}`.toUpperCase()
}

/** A call of the signed-in user, beside the page. */
async function callApi(page: Page, path: string, data: object) {
  const { token } = (await readSession(page)).auth
  const headers = { authorization: `Bearer ${token}` }
  const response = await page.request.post(`/api/operations${path}`, { headers, data })
  return { status: response.status(), resource: (await response.json()).resource }
}

/** Calls `{path}/{verb}` of a table. */
export const callTable = (page: Page, { path }: TableDeclaration, verb: string, data: object) =>
  callApi(page, `${path}/${verb}`, data)

/** Values of a row that the table accepts, from its declaration alone; the field that names it begins with the mark. */
export async function validValues(page: Page, table: TableDeclaration, mark: string): Promise<Values> {
  const values: Values = { status: 'ACTIVE', effective_from: null, effective_to: null }
  for (const [name, field] of Object.entries(table.fields))
    values[name] = name === table.naming ? `${mark} row`.slice(0, field.max) : await validValue(page, field)
  return values
}

async function validValue(page: Page, field: TableField): Promise<string | null> {
  const { options, reference, optional, type, max, label } = field
  if (optional) return null
  if (options) return Object.keys(options)[0] ?? null
  if (reference) {
    const { resource } = await callApi(page, `/${reference.table}/options`, {})
    return resource.items[0].code
  }
  return type === 'code' ? newCode(Math.min(max, 8)) : `${label} of a test`.slice(0, max)
}

/** A row made by a call. */
export async function aRow(
  page: Page,
  table: TableDeclaration,
  mark: string,
  change: Values = {},
): Promise<Row> {
  const values = { ...(await validValues(page, table, mark)), ...change }
  const { status, resource } = await callTable(page, table, 'create', values)
  expect(status).toBe(201)
  return resource
}

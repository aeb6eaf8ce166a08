import { randomInt } from 'node:crypto'
import { wireValue } from '@backoffice/contract/field-types'
import { placesBelow } from '@backoffice/contract/places'
import { ownCode, type TableDeclaration, type TableField } from '@backoffice/contract/table'
import { terminals } from '@backoffice/contract/tables/terminals'
import type { Page } from '@playwright/test'
import { readSession } from './session-storage.ts'
import { expect } from './test.ts'

export type Row = { id: string; version: number } & Record<string, string | number | boolean | null>
/** Values in the format of forms and files. */
export type Values = Record<string, string | null>

/** The field that identifies the rows of a test: their name or code. */
export function markedField(table: TableDeclaration): string {
  return table.fields[table.naming]?.type === 'text' ? table.naming : ownCode(table)
}

/** A unique prefix for the marked field of a test's rows. */
export const newMark = () => `W${newCode(5)}`

/** Letters and digits, beginning with a letter unlike demo codes. */
function newCode(length: number): string {
  const digits = Array.from({ length: length - 1 }, () => randomInt(36).toString(36))
  return `${'GHJKLMNPQRSTUVWXY'[randomInt(17)]}${digits.join('')}`.toUpperCase()
}

let suffix = randomInt(36 ** 2)

/** Two letters or digits, different for each of 1,296 rows. The step has no factor in common with their number. */
function newSuffix(): string {
  suffix = (suffix + 601) % 36 ** 2
  return suffix.toString(36).padStart(2, '0').toUpperCase()
}

const newDigits = (length: number) => Array.from({ length }, () => randomInt(10)).join('')

async function callApi(page: Page, path: string, data?: object, headers: Record<string, string> = {}) {
  const { token } = (await readSession(page)).auth
  const response = await page.request.post(`/api/operations${path}`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
    ...(data && { data }),
  })
  return { status: response.status(), resource: (await response.json()).resource }
}

export const callTable = (page: Page, { path }: TableDeclaration, verb: string, data: object) =>
  callApi(page, `${path}/${verb}`, data)

/** Valid values of a row, derived from the table's declaration. */
export async function validValues(page: Page, table: TableDeclaration, mark: string): Promise<Values> {
  const values: Values = { status: 'ACTIVE', effective_from: null, effective_to: null }
  const marked = markedField(table)
  for (const [name, field] of Object.entries(table.fields)) {
    const text = field.type === 'text' ? `${mark} row` : `${mark}${newSuffix()}`
    values[name] = name === marked ? text.slice(0, field.max) : await validValue(page, field, values)
  }
  return values
}

async function validValue(page: Page, field: TableField, values: Values): Promise<string | null> {
  const { options, reference, place, optional, type, max, label, rules, default: usual } = field
  if (optional) return null
  if (place) return placesBelow(place.map((each) => values[each] ?? ''))[0] ?? null
  if (options) return Object.keys(options)[0] ?? null
  if (reference) {
    const within = Object.fromEntries((reference.within ?? []).map((each) => [each, values[each]]))
    const { resource } = await callApi(page, `/${reference.table}/options`, { within })
    return resource.items[0].code
  }
  if (usual !== undefined) return usual
  if (type === 'integer') return '1'
  if (type === 'decimal') return '12.50'
  if (type === 'date') return '2026-01-31'
  if (type === 'text') return `${label} of a test`.slice(0, max)
  const code = newCode(Math.min(max, 8))
  const form = typeof rules === 'object' && 'regex' in rules ? rules.regex : undefined
  return form instanceof RegExp && !form.test(code) ? newDigits(max) : code
}

export async function aRow(page: Page, table: TableDeclaration, mark: string): Promise<Row> {
  const values = await validValues(page, table, mark)
  if (table.name === terminals.name) {
    const { status: _status, effective_from: _from, effective_to: _to, ...place } = values
    const query = new URLSearchParams(place as Record<string, string>)
    const { status, resource } = await callApi(page, `/terminal_id/upsert/?${query}`)
    expect(status).toBe(201)
    return resource.row
  }
  const sent = Object.entries(values).map(([name, value]) => [
    name,
    wireValue(table.fields[name]?.type, value),
  ])
  const { status, resource } = await callTable(page, table, 'create', Object.fromEntries(sent))
  expect(status).toBe(201)
  return resource
}

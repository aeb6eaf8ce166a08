import { api } from '@backoffice/contract/api'
import { wireValue } from '@backoffice/contract/field-types'
import { isFinalState } from '@backoffice/contract/file-states'
import type { TrackedFile } from '@backoffice/contract/files'
import { checkField } from '@backoffice/contract/rules/check'
import { ownCode, type TableDeclaration, type TableField } from '@backoffice/contract/table'
import { crossChecks } from '@backoffice/contract/table-checks'
import { TABLES } from '@backoffice/contract/tables/tables'
import { terminals } from '@backoffice/contract/tables/terminals'
import type { Problem } from '@backoffice/contract/values.schemas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dryRun, waitFor } from '../../testing/file-actions.ts'
import {
  addMasters,
  createRow,
  endpointsOf,
  fileOf,
  IN_FORCE,
  RETIRED,
  storedRow,
  type Texts,
  validRow,
  wireRow,
} from '../../testing/table-rows.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem({ workers: true })
  await addMasters(system.pool)
})
afterAll(() => system.stop())

/** An invalid row with its field and the message of the form; no message if only the server can check it. */
type InvalidRow = { what: string; row: Texts; field: string; message?: string | undefined }

const HOSTILE = [
  '',
  ' ',
  '\u00a0',
  'A B',
  'É1',
  '１２３',
  '-1',
  '1.5',
  '1e3',
  '31',
  '99999',
  '0',
  '=1+1',
  "'; DROP",
  '2026-02-30',
]

async function wrongTexts(table: TableDeclaration): Promise<InvalidRow[]> {
  const wrong: InvalidRow[] = []
  for (const [name, field] of Object.entries(table.fields)) {
    if (field.masked) continue
    for (const text of [...HOSTILE, 'x'.repeat(field.max + 1)]) {
      const trimmed = text.trim()
      const message = await formMessage(name, field, trimmed)
      if (message)
        wrong.push({
          what: `${name} ${JSON.stringify(text)}`,
          row: { ...validRow(table), [name]: text },
          field: name,
          message,
        })
    }
  }
  return wrong
}

async function formMessage(name: string, { rules, label }: TableField, value: string) {
  return (await checkField(value, rules, { name, label }))?.message
}

function wrongReferences(table: TableDeclaration): InvalidRow[] {
  return Object.entries(table.fields).flatMap(([field, { reference }]) => {
    if (!reference) return []
    const codes = {
      unknown: 'ZZZ',
      retired: RETIRED[reference.table],
      ...(reference.within && { 'another’s': '0101' }),
    }
    return Object.entries(codes).map(([what, code]) => {
      const values = needed(table, field)
      return {
        what: `${field} ${what}`,
        row: { ...validRow(table), ...values, [field]: code },
        field,
        message: `${code} is unknown or inactive`,
      }
    })
  })
}

/** Values that make the field required. */
function needed({ fields }: TableDeclaration, name: string): Texts {
  const { requiredWhen } = fields[name] ?? {}
  return requiredWhen ? { [requiredWhen.field]: requiredWhen.is } : {}
}

function wrongTogether(table: TableDeclaration): InvalidRow[] {
  const { ranges = [], periods = [], fields } = table
  const reversed = [...periods, { from: 'effective_from', to: 'effective_to' }].map(({ from, to }) => ({
    [from]: '2026-02-01',
    [to]: '2026-01-31',
  }))
  const half = ranges.flatMap(({ from, to }) => [
    { [from]: '999100' },
    { [to]: '999100' },
    { [from]: '999200', [to]: '999100' },
  ])
  const conditional = Object.keys(fields).flatMap((name) => {
    const { requiredWhen, reference } = fields[name] ?? {}
    if (!requiredWhen || !reference) return []
    return [needed(table, name), { [name]: IN_FORCE[reference.table] }]
  })
  return [...reversed, ...half, ...conditional].map((values): InvalidRow => {
    const row: Texts = { ...validRow(table), ...values }
    const broken = crossChecks(table).flatMap(({ field, check }) => {
      const problem = check(row)
      return problem ? [{ field, message: problem.message }] : []
    })
    const [first] = broken
    if (!first) throw new Error(`${JSON.stringify(values)} is right`)
    return { what: JSON.stringify(values), row, ...first }
  })
}

function wrongPlaces({ fields }: TableDeclaration, table: TableDeclaration): InvalidRow[] {
  return Object.entries(fields).flatMap(([field, { place }]) => {
    if (!place) return []
    const row: Texts = { ...validRow(table), [field]: 'Atlantis' }
    const where = place.length > 0 ? row[place.at(-1) ?? ''] : 'the PSGC list'
    return [{ what: `${field} Atlantis`, row, field, message: `Atlantis isn’t in ${where}` }]
  })
}

/** False for values of a wrong type, which the request schema refuses with its own message. */
function isTyped({ fields }: TableDeclaration, { row, field }: InvalidRow): boolean {
  const type = fields[field]?.type
  const value = wireValue(type, row[field] ?? null)
  return type === 'flag' ? typeof value === 'boolean' : type === 'integer' ? typeof value === 'number' : true
}

describe.each(TABLES.map((table) => [table.title, table] as const))('%s', (_title, table) => {
  const isTerminals = table.name === terminals.name
  const code = ownCode(table)

  test('accepts the base row by call and by file', async () => {
    expect(await createRow(system, table, validRow(table))).toMatchObject({ status: 201 })
    const file = await check(table, [validRow(table)])
    expect([file.preview?.new, await errorsOf(file, 1)]).toEqual([1, [{}]])
  })

  test('refuses invalid rows at their field with the message of the form, by call and by file', async () => {
    const wrong = [
      ...(await wrongTexts(table)),
      ...wrongReferences(table),
      ...wrongTogether(table),
      ...wrongPlaces(table, table),
    ]
    // Every rule must be broken by some row.
    const ruled = Object.keys(table.fields).filter(
      (name) => table.fields[name]?.rules !== '' && !table.fields[name]?.masked,
    )
    expect(ruled.filter((name) => !wrong.some(({ field }) => field === name))).toEqual([])

    const file = await check(
      table,
      wrong.map(({ row }) => row),
    )
    const errors = await errorsOf(file, wrong.length)
    for (const [at, each] of wrong.entries()) {
      expect([each.what, errors[at]?.[each.field]]).toEqual([each.what, each.message])
      // The upsert accepts three fields.
      if (isTerminals && !Object.hasOwn(table.fields, each.field)) continue
      const { status, body } = await createRow(system, table, each.row)
      const { errors: refused = [] } = body as Problem
      const found = refused.find(({ field }) => field === each.field)
      expect([each.what, status, found?.message]).toEqual([
        each.what,
        422,
        isTyped(table, each) ? each.message : found?.message,
      ])
      expect(found, each.what).toBeDefined()
    }
  })

  test('codes ignore case and keep their zeros', async () => {
    const row = validRow(table)
    const lower = { ...row, [code]: row[code]?.toLowerCase() ?? '' }
    expect((await createRow(system, table, lower)).status).toBe(201)
    expect(await storedRow(system, table, row[code])).toHaveLength(1)
    const again = await createRow(system, table, row)
    if (isTerminals) expect(again.status).toBe(200)
    else expect(again.body).toMatchObject({ status: 422, errors: [{ field: code, code: 'E009' }] })
    const file = await check(table, [lower])
    expect(file.preview).toMatchObject({ new: 0, unchanged: 1, rejected: 0 })
  })

  test('concurrent imports of the same rows write each row once', async () => {
    const own = [validRow(table), validRow(table)]
    const shared = validRow(table)
    const other = { ...shared, effective_to: '2031-12-31' }
    const files = [
      await check(table, [shared, own[0] as Texts]),
      await check(table, [other, own[1] as Texts]),
    ]
    const ended = await Promise.all(files.map((file) => confirm(table, file, true)))
    const written = ended.map(({ preview }) => preview?.written)
    expect(written.map((each) => each?.new).sort()).toEqual([1, 2])
    expect(written.map((each) => each?.conflicts).sort()).toEqual([0, 1])
    for (const row of [shared, ...own]) expect(await storedRow(system, table, row[code])).toHaveLength(1)
  })

  test('an import skips rows that were saved after its check', async () => {
    const row = validRow(table)
    const created = await createRow(system, table, row)
    const { id, version } = idOf(created.body)
    const untouched = validRow(table)
    const file = await check(table, [{ ...row, effective_to: '2031-12-31' }, untouched])
    const items = [{ id, version, effective_to: '2030-06-30' }]
    await system.call(endpointsOf(table).update, { body: { items } as never }, 'admin')
    const ended = await confirm(table, file, true)
    expect(ended.preview?.written).toEqual({ new: 1, changed: 0, conflicts: 1 })
    expect(await storedRow(system, table, row[code])).toMatchObject([
      { effective_to: '2030-06-30', version: version + 1 },
    ])
  })

  test('unknown and malformed ids are reported as missing', async () => {
    for (const id of ['00000000-0000-4000-8000-000000000000', 'none']) {
      const { status } = await system.send(endpointsOf(table).get, { params: { id } }, 'admin')
      expect(status).toBe(404)
    }
  })

  test('an imported row has the sent values', async () => {
    const row = validRow(table)
    await confirm(table, await check(table, [row]), false)
    const [stored] = await storedRow(system, table, row[code])
    const found = await system.call(endpointsOf(table).get, { params: { id: String(stored?.id) } }, 'admin')
    expect(found).toMatchObject({ ...wireRow(table, row), ...maskedIn(table, found) })
  })
})

const idOf = (body: unknown) => {
  const { resource } = body as {
    resource: { id: string; version: number; row?: { id: string; version: number } }
  }
  return resource.row ?? resource
}

/** Masked fields of a row, of which only the end is sent. */
const maskedIn = (table: TableDeclaration, found: object) =>
  Object.fromEntries(Object.entries(found).filter(([name]) => table.fields[name]?.masked))

const check = (table: TableDeclaration, rows: readonly Texts[]) =>
  dryRun(system, fileOf(table, rows), 'admin', { category: table.category })

async function confirm(table: TableDeclaration, { source_filekey }: TrackedFile, partial: boolean) {
  await system.call(endpointsOf(table).import, { body: { source_filekey, partial } }, 'admin')
  return waitFor(system, source_filekey, 'admin', ({ state }) => isFinalState(state))
}

async function errorsOf({ source_filekey }: TrackedFile, rows: number): Promise<Record<string, string>[]> {
  const found: Record<string, string>[] = Array.from({ length: rows }, () => ({}))
  for (let page = 1; page <= Math.ceil(rows / 100); page++) {
    const body = { source_filekey, outcome: 'rejected' as const, page, page_size: 100 as const }
    const { items } = await system.call(api.files.preview, { body }, 'admin')
    for (const { row_number, errors } of items)
      for (const { column, message } of errors)
        (found[row_number - 1] as Record<string, string>)[column] ??= message
  }
  return found
}

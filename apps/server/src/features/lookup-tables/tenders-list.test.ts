import { api } from '@backoffice/contract/api'
import { expect, test } from 'vitest'
import { useTenderSystem } from '../../testing/tenders.ts'

const tenders = useTenderSystem()

test.each([
  'O\'Brien "x"',
  '😀'.repeat(40),
  'İstanbul ß ñ',
  '-1+1',
  '{"a":[1]}',
  "'; DROP TABLE tenders --",
  '100 % _ \\',
  '😀 emoji',
  'שלום עולם',
  '<script>alert(1)</script>',
  '=cmd()',
])('the name %s is stored, found and returned unchanged', async (tender_name) => {
  const row = await tenders.create({ tender_name })
  expect(row.tender_name).toBe(tender_name)
  const body = { search: tender_name, page: 1, page_size: 25 } as const
  const found = await tenders.system.call(api.tenders.list, { body }, 'lookup')
  expect(found.items.map(({ id }) => id)).toContain(row.id)
})

test('filters by the state on the day', async () => {
  const tender_name = 'State of the day'
  const byState = {
    IN_FORCE: await tenders.create({ tender_name }),
    STARTS: await tenders.create({ tender_name, effective_from: '2099-01-01' }),
    ENDED: await tenders.create({ tender_name, effective_to: '2020-01-01' }),
    INACTIVE: await tenders.create({ tender_name, status: 'INACTIVE', effective_to: '2020-01-01' }),
  }
  for (const [state, { id }] of Object.entries(byState)) {
    const body = { search: tender_name, filters: { state: { in: [state] } }, page: 1, page_size: 25 } as const
    const { items } = await tenders.system.call(api.tenders.list, { body }, 'lookup')
    expect(items.map((row) => row.id)).toEqual([id])
  }
  const filters = { state: { in: ['STARTS', 'ENDED'] } }
  const body = { search: tender_name, filters, page: 1, page_size: 25 } as const
  const { items } = await tenders.system.call(api.tenders.list, { body }, 'lookup')
  expect(items.map((row) => row.id).sort()).toEqual([byState.STARTS.id, byState.ENDED.id].sort())
})

test('unknown filters, sorts and page sizes are refused at their field', async () => {
  for (const [name, body] of [
    ['filters.colour', { filters: { colour: { in: ['x'] } } }],
    ['sort.0', { sort: ['colour:asc'] }],
    ['page_size', { page_size: 7 }],
  ] as const) {
    // Cast: the compiler rejects this too.
    const problem = await tenders.system.expectProblem(api.tenders.list, { body: body as object }, 'lookup')
    expect([problem.status, problem.errors?.map(({ field }) => field)]).toEqual([422, [name]])
  }
})

test('options are codes in force and selected ones', async () => {
  const listed = await tenders.system.call(api.options.paymentMethods, { body: {} }, 'lookup')
  expect(listed.items.map(({ code }) => code)).not.toContain('OLD')
  const body = { search: 'cas', selected: ['OLD'] }
  expect(await tenders.system.call(api.options.paymentMethods, { body }, 'lookup')).toEqual({
    items: [
      { code: 'OLD', name: 'Old', in_force: false },
      { code: 'CSH', name: 'Cash', in_force: true },
    ],
    more: false,
  })
  const refused = await tenders.system.expectProblem(api.options.paymentMethods, { body: {} }, 'agent')
  expect(refused.status).toBe(403)
})

test('rows that are equal in the sort follow the key', async () => {
  const tender_name = 'Ties'
  for (const [source_system, tender_id, company_code] of [
    ['POS', '0B', '*'],
    ['FUEL', '0A', 'NLF'],
    ['POS', '0A', 'NLF'],
    ['FUEL', '0A', '*'],
  ] as const)
    await tenders.create({ source_system, tender_id, company_code, tender_name })
  for (const [sort, expected] of [
    ['source_system:desc', ['POS 0A NLF', 'POS 0B *', 'FUEL 0A *', 'FUEL 0A NLF']],
    ['tender_name:asc', ['FUEL 0A *', 'FUEL 0A NLF', 'POS 0A NLF', 'POS 0B *']],
    ['company_code:asc', ['FUEL 0A *', 'POS 0B *', 'FUEL 0A NLF', 'POS 0A NLF']],
  ] as const) {
    const body = { search: tender_name, sort: [sort], page: 1, page_size: 25 } as const
    const { items } = await tenders.system.call(api.tenders.list, { body }, 'lookup')
    const keys = items.map((row) => `${row.source_system} ${row.tender_id} ${row.company_code}`)
    expect([sort, ...keys]).toEqual([sort, ...expected])
  }
})

import { api } from '@backoffice/contract/api'
import type { CallInput } from '@backoffice/contract/endpoint'
import { casesList } from '@backoffice/contract/lists/cases'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCase, startCaseSystem, userId } from '../../testing/cases.ts'

let started: Awaited<ReturnType<typeof startCaseSystem>>
let numbers: string[]
beforeAll(async () => {
  started = await startCaseSystem()
  const { system, cardId } = started
  const assignee_id = await userId(system, 'agent')
  const opened = []
  for (let at = 0; at < 23; at++)
    opened.push(
      await openCase(system, { card_id: cardId, ...(at % 3 === 0 && { assignee_id }) }, 'supervisor'),
    )
  numbers = opened.map(({ case_no }) => case_no)
  const items = opened.slice(0, 9).map(({ id, version }) => ({ id, version }))
  await system.call(api.cases.resolve, { body: { items, resolution: 'NOT_OWED' } }, 'supervisor')
})
afterAll(() => started.stop())

type ListBody = NonNullable<CallInput<typeof api.cases.list>['body']>
const list = (body: ListBody) => started.system.call(api.cases.list, { body }, 'auditor')

type Item = Awaited<ReturnType<typeof list>>['items'][number]

/** All cases, page by page. */
async function listed(sort: string): Promise<Item[]> {
  const found: Item[] = []
  let after: string | undefined
  for (let page = 1; ; page++) {
    const body = { sort: [sort], page, page_size: 10, ...(after !== undefined && { after }) }
    // The sort is one of the declared fields.
    const { items, next } = await list(body as ListBody)
    found.push(...items)
    if (next === null) return found
    after = next
  }
}

const SORTED = Object.entries(casesList.fields).flatMap(([name, field]) => ('sort' in field ? [name] : []))

const numbersOf = (items: readonly Item[]) => items.map(({ case_no }) => case_no)

/** Reverses the order of different values; equal ones stay in the order of the list. */
function reversed(items: readonly Item[], name: keyof Item): Item[] {
  if (name === 'due_on') return items.toReversed()
  return [...Map.groupBy(items, (item) => item[name]).values()].toReversed().flat()
}

test.each(SORTED)('sorted by %s, the pages have every case once, in either direction', async (name) => {
  const up = await listed(`${name}:asc`)
  expect(numbersOf(up).toSorted()).toEqual(numbers)
  // A sorted field is a field of the item.
  expect(numbersOf(await listed(`${name}:desc`))).toEqual(numbersOf(reversed(up, name as keyof Item)))
})

test('case numbers are sorted as numbers', async () => {
  expect(numbersOf(await listed('case_no:asc'))).toEqual(numbers)
})

test('a filter by case number finds the case that the text names', async () => {
  const filtered = async (case_no: { in?: string[]; contains?: string }) =>
    (await list({ filters: { case_no } })).items.map((item) => item.case_no)
  const [, second = ''] = numbers
  expect(await filtered({ in: [second] })).toEqual([second])
  expect(await filtered({ contains: second.slice(2) })).toEqual([second])
  expect(await filtered({ contains: '0' })).toEqual([])
})

test('views, search and counts of the list agree', async () => {
  await started.load([{ id: 1 }])
  const mine = await openCase(started.system, {
    card_id: started.cardId,
    transaction_ids: ['1'],
    assignee_id: await userId(started.system, 'agent'),
    ticket_no: 'FIND-ME',
  })
  await started.system.pool.query('UPDATE cases SET due_on = $1 WHERE id = $2', ['2026-11-19', mine.id])
  const listOf = (view: string, as = 'agent') =>
    started.system.call(api.cases.list, { body: { filters: { view: { in: [view] } }, page_size: 100 } }, as)
  const counts = await started.system.call(api.cases.counts, {}, 'agent')
  for (const view of ['MINE', 'UNASSIGNED', 'OVERDUE', 'OPEN'] as const)
    expect([view, (await listOf(view)).total]).toEqual([view, counts[view]])
  expect((await listOf('OVERDUE')).items).toMatchObject([{ id: mine.id, is_overdue: true }])
  expect((await listOf('MINE', 'auditor')).items).toEqual([])
  const found = async (search: string) =>
    (await started.system.call(api.cases.list, { body: { search } }, 'agent')).items.map(({ id }) => id)
  for (const text of ['find-me', 'FIND-ME', 'find'])
    expect([text, await found(text)]).toEqual([text, [mine.id]])
  expect(await found(mine.case_no.toLowerCase())).toEqual([mine.id])
  expect(await found(String(Number(mine.case_no.slice(2))))).toContain(mine.id)
  expect(await found('0011')).toContain(mine.id)
  expect(await found('9912')).toEqual([])
})

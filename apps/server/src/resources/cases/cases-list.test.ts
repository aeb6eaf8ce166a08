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

/** Numbers of all cases, page by page. */
async function listed(sort: string): Promise<string[]> {
  const found: string[] = []
  let after: string | undefined
  for (let page = 1; ; page++) {
    const body = { sort: [sort], page, page_size: 10, ...(after !== undefined && { after }) }
    // The sort is one of the declared fields.
    const { items, next } = await list(body as ListBody)
    found.push(...items.map(({ case_no }) => case_no))
    if (next === null) return found
    after = next
  }
}

const SORTED = Object.entries(casesList.fields).flatMap(([name, field]) => ('sort' in field ? [name] : []))

test.each(SORTED)('sorted by %s, the pages have every case once, in either direction', async (name) => {
  const up = await listed(`${name}:asc`)
  expect(up.toSorted()).toEqual(numbers)
  expect(await listed(`${name}:desc`)).toEqual(up.toReversed())
})

test('case numbers are sorted as numbers', async () => {
  expect(await listed('case_no:asc')).toEqual(numbers)
})

test('a filter by case number finds the case that the text names', async () => {
  const filtered = async (case_no: { in?: string[]; contains?: string }) =>
    (await list({ filters: { case_no } })).items.map((item) => item.case_no)
  const [, second = ''] = numbers
  expect(await filtered({ in: [second] })).toEqual([second])
  expect(await filtered({ contains: second.slice(2) })).toEqual([second])
  expect(await filtered({ contains: '0' })).toEqual([])
})

import { SCREENS, screenAt } from '@backoffice/contract/screens'
import { TABLES } from '@backoffice/contract/tables/tables'
import { tenders } from '@backoffice/contract/tables/tenders'
import { recordMeasured } from '../../dev/measured.ts'
import { BUDGETS, tableOf, type Weight, weighAll } from './budget.ts'
import { expect, test } from './test.ts'

test('no screen exceeds its budget of bytes and requests', async ({ browser, baseURL }) => {
  // Many screens, each with an empty cache.
  test.setTimeout(600_000)
  if (!baseURL) throw new Error('E2E_BASE_URL is missing.')
  const weighed = await weighAll(browser, baseURL)
  const over = weighed.filter(({ isOver }) => isOver)
  console.log(tableOf(weighed))
  record(weighed, over)
  expect(over, tableOf(weighed)).toEqual([])
})

function record(weighed: readonly Weight[], over: readonly Weight[]): void {
  const names = over.map(({ budget }) => `, ${budget.name}`).join('')
  recordMeasured('web.over-budget', over.length, `of ${weighed.length} screens${names}`)
  for (const { budget, codeKb, requests } of weighed) {
    if (budget.path === '/lookup/tenders') recordMeasured('web.list.code', codeKb)
    if (budget.path !== '/login') continue
    recordMeasured('web.sign-in.code', codeKb)
    recordMeasured('web.sign-in.requests', requests)
  }
}

test('every screen has a budget', () => {
  const names = new Set<string | undefined>(BUDGETS.map(({ path }) => screenAt(path)?.name))
  // Other tables differ from Tenders only by their declarations, in one chunk. Two screens only redirect.
  const alike = TABLES.filter((table) => table !== tenders).map(({ path }) => path)
  const own = SCREENS.filter(({ path }) => !alike.some((each) => path.startsWith(each)))
  const missing = own.map(({ name }) => name).filter((name) => !names.has(name))
  expect(missing).toEqual(['index', 'users'])
})

import { BUILT_SCREENS, screenAt } from '@backoffice/contract/screens'
import { TABLES } from '@backoffice/contract/tables/tables'
import { tenders } from '@backoffice/contract/tables/tenders'
import { BUDGETS, tableOf, weighAll } from '../speed/budget.ts'
import { expect, test } from './test.ts'

test('no screen exceeds its budget of bytes and requests', async ({ browser, baseURL }) => {
  // Thirty screens, each with an empty cache.
  test.setTimeout(600_000)
  if (!baseURL) throw new Error('There is no server.')
  const weighed = await weighAll(browser, baseURL)
  expect(
    weighed.filter(({ isOver }) => isOver),
    tableOf(weighed),
  ).toEqual([])
})

test('every screen has a budget', () => {
  const names = new Set<string | undefined>(BUDGETS.map(({ path }) => screenAt(path)?.name))
  // The tables but Tenders differ by their declarations alone, which one chunk has. Two only lead on.
  const alike = TABLES.filter((table) => table !== tenders).map(({ path }) => path)
  const own = BUILT_SCREENS.filter(({ path }) => !alike.some((each) => path.startsWith(each)))
  const missing = own.map(({ name }) => name).filter((name) => !names.has(name))
  expect(missing).toEqual(['index', 'users'])
})

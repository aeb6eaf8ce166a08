import { BUILT_SCREENS, screenAt } from '@backoffice/contract/screens'
import { BUDGETS, tableOf, weighAll } from '../speed/budget.ts'
import { expect, test } from './test.ts'

test('no screen exceeds its budget of bytes and requests', async ({ browser, baseURL }) => {
  if (!baseURL) throw new Error('There is no server.')
  const weighed = await weighAll(browser, baseURL)
  expect(
    weighed.filter(({ isOver }) => isOver),
    tableOf(weighed),
  ).toEqual([])
})

test('every screen has a budget', () => {
  const names = BUDGETS.map(({ path }) => screenAt(path)?.name)
  // Those that only lead on.
  expect(names.toSorted()).toEqual(
    BUILT_SCREENS.map(({ name }) => name)
      .filter((name) => name !== 'index' && name !== 'users')
      .toSorted(),
  )
})

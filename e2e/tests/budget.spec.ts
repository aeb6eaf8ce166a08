import { tableOf, weighAll } from '../speed/budget.ts'
import { expect, test } from './test.ts'

test('no screen weighs more, or asks for more, than is written down', async ({ browser, baseURL }) => {
  if (!baseURL) throw new Error('There is no server.')
  const weighed = await weighAll(browser, baseURL)
  expect(
    weighed.filter(({ isOver }) => isOver),
    tableOf(weighed),
  ).toEqual([])
})

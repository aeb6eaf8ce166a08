import fc from 'fast-check'
import { expect, test } from 'vitest'
import { latestOnly } from './latest-only.ts'

test('in whatever order the answers come, everybody gets the newest', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(), { minLength: 1, maxLength: 8 }), async (order) => {
      const answers: (() => void)[] = []
      const ask = latestOnly(
        (question: number) => new Promise<number>((resolve) => answers.push(() => resolve(question))),
      )
      const asked = order.map((_, question) => ask(question))
      const queue = answers.map((answer, at) => ({ answer, rank: order[at] ?? 0 }))
      for (const { answer } of queue.sort((a, b) => a.rank - b.rank)) {
        answer()
        await Promise.resolve()
      }
      expect(await Promise.all(asked)).toEqual(order.map(() => order.length - 1))
    }),
  )
})

test('a question asked after the answer is asked again', async () => {
  const ask = latestOnly(async (question: number) => question)
  expect([await ask(1), await ask(2)]).toEqual([1, 2])
})

import { expect, test } from 'vitest'
import { createProgress } from './progress-bar.ts'

function linesOf(work: (progress: ReturnType<typeof createProgress>) => void): string[] {
  const lines: string[] = []
  const out = { isTTY: false, write: (text: string) => lines.push(text) }
  work(createProgress(out as unknown as NodeJS.WriteStream))
  return lines
}

test('a step shows its begin and its end, however short it is', () => {
  const lines = linesOf(({ report, end }) => {
    for (const done of [7, 40, 100]) report('cards', done, 100)
    end()
  })
  expect(lines).toEqual(['cards: 7 %\n', 'cards: 100 %\n'])
})

test('the end is shown once', () => {
  const lines = linesOf(({ report }) => {
    for (const done of [100, 100, 101]) report('cards', done, 100)
  })
  expect(lines).toEqual(['cards: 100 %\n'])
})

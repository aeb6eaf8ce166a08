import { expect, test } from 'vitest'
import { ResultLines } from './result-lines.ts'

const DAYS = { asOf: 1, byDay: new Map<number, number>() }
/** A staged row whose card was not found, in COPY's text format. */
const row = (number: number, card: string) =>
  Buffer.from(`${[number, card, '\\N', 'V', '\\N', 'unknown', ...Array(9).fill('\\N')].join('\t')}\n`)

function add(lines: ResultLines, number: number, card: string): void {
  const bytes = row(number, card)
  lines.take(bytes, 0, bytes.length)
}

async function textOf(lines: ResultLines): Promise<string> {
  let text = ''
  for await (const block of lines.inOrder()) text += block.toString('latin1')
  return text
}

test('a freed chunk does not write into the lines of the next', async () => {
  const freed = new ResultLines({ fromRow: 1, toRow: 2 }, DAYS)
  add(freed, 1, '9990000000000011')
  freed.free()
  const next = new ResultLines({ fromRow: 1, toRow: 2 }, DAYS)
  add(next, 1, '9990000000000029')
  add(next, 2, '9990000000001233')
  add(freed, 2, '9999000000004568')
  expect(await textOf(next)).toBe(
    '1,9990000000000029,,NOT_FOUND,unknown,,,,,,,,,,\n2,9990000000001233,,NOT_FOUND,unknown,,,,,,,,,,\n',
  )
})

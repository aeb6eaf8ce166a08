import { createHash } from 'node:crypto'
import { createReadStream, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cardNumber } from '../../apps/server/src/ops/demo/demo-cards.ts'
import { dayNumber, dayText } from '../../apps/server/src/ops/demo/tables/calendar-days.ts'
import { createRandom } from '../../apps/server/src/ops/demo/tables/seeded-random.ts'
import { AS_OF } from '../database.ts'

const HIT_SHARE = 0.85
const WRONG_SHARE = 0.002
const WITHOUT_DATES_SHARE = 0.05
const REPEATED_SHARE = 0.001
const HISTORY_DAYS = 730

/** Dates for rows without dates. */
export const REQUEST = { dateFrom: '2026-10-21', dateTo: '2026-11-19' }

export function filePath(name: string): string {
  const folder = join(import.meta.dirname, '../../.data/bench/files')
  mkdirSync(folder, { recursive: true })
  return join(folder, name)
}

/** An upload of which 85 % are existing cards, created once per size. */
export function inputFile(rows: number, cards: number): string {
  const path = filePath(`${rows}-of-${cards}-cards.csv`)
  if (existsSync(path)) return path
  const random = createRandom(rows)
  const asOf = dayNumber(AS_OF)
  const lines = ['card_number,date_from,date_to,reference_no']
  let last = ''
  for (let row = 1; row <= rows; row++) {
    if (last && random.chance(REPEATED_SHARE)) {
      lines.push(last)
      continue
    }
    // Numbers beyond the last card are valid but unknown.
    const index = random.chance(HIT_SHARE) ? random.below(cards) : cards + random.below(1_000_000)
    const number = random.chance(WRONG_SHARE) ? wrong(cardNumber(index), random.below(3)) : cardNumber(index)
    const from = asOf - 1 - random.below(HISTORY_DAYS)
    const to = Math.min(asOf, from + random.below(31))
    const dates = random.chance(WITHOUT_DATES_SHARE) ? ',' : `${dayText(from)},${dayText(to)}`
    last = `${number},${dates},REF-${row}`
    lines.push(last)
  }
  writeFileSync(`${path}.new`, `${lines.join('\n')}\n`)
  renameSync(`${path}.new`, path)
  return path
}

function wrong(card: string, how: number): string {
  if (how === 0) return card.slice(0, 15)
  const digit = (Number(card[15]) + (how === 1 ? 1 : 3)) % 10
  return `${card.slice(0, 15)}${digit}`
}

export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const block of createReadStream(path)) hash.update(block)
  return hash.digest('hex')
}

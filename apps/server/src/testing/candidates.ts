import { passesLuhn } from '@backoffice/contract/card-number'

/** Valid card numbers with a programme's prefix and these last four digits, from the `from`-th on. */
export function candidates(lastFour: string, count: number, from = 0): string[] {
  const found: string[] = []
  for (let middle = 0, skipped = 0; found.length < count; middle++) {
    const number = `999000${String(middle).padStart(6, '0')}${lastFour}`
    if (!passesLuhn(number)) continue
    if (skipped++ >= from) found.push(number)
  }
  return found
}

/** A file with each of the numbers once. */
export const cardFile = (numbers: readonly string[]) =>
  `card_number,date_from,date_to\n${numbers.map((number) => `${number},2026-10-01,2026-10-31\n`).join('')}`

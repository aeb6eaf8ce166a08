import { distance } from 'fastest-levenshtein'

const MAX_DISTANCE = 2

/** The one candidate with the smallest distance, of at most two and of fewer characters than the text. */
export function nearest(text: string, candidates: readonly string[]): string | undefined {
  const wanted = text.toLowerCase()
  let least = Math.min(MAX_DISTANCE, wanted.length - 1)
  let found: string[] = []
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - wanted.length) > least) continue
    const steps = distance(wanted, candidate.toLowerCase())
    if (steps > least) continue
    if (steps < least) found = []
    least = steps
    found.push(candidate)
  }
  return found.length === 1 ? found[0] : undefined
}

/** The text after one zero and more, of at most `max` characters. */
export function withZeros(text: string, max: number): string[] {
  if (text === '') return []
  return Array.from(
    { length: Math.max(0, max - text.length) },
    (_, zeros) => `${'0'.repeat(zeros + 1)}${text}`,
  )
}

/** The option whose name or label is the text without regard to case, spaces and signs, or nearest to it. */
export function nearestOption(text: string, options: Readonly<Record<string, string>>): string | undefined {
  const letters = (word: string) => word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  const names = Object.entries(options).flatMap(([name, label]) =>
    [...new Set([letters(name), letters(label)])].map((word) => ({ name, word })),
  )
  const wanted = letters(text)
  const word = names.some((each) => each.word === wanted)
    ? wanted
    : nearest(wanted, [...new Set(names.map((each) => each.word))])
  const found = new Set(names.filter((each) => each.word === word).map(({ name }) => name))
  return found.size === 1 ? [...found][0] : undefined
}

import { hasCardNumber } from './card-number.ts'

/** Controls, unassigned characters, and those that hide or reorder text: bidirectional marks, zero-width characters. */
const HIDDEN = /[\p{C}\u2028\u2029\u115f\u1160\u3164\uffa0]|\u034f|\u17b4|\u17b5/u

/** `hidden`: invisible characters. `card`: a whole card number. */
type NameProblem = 'hidden' | 'card'

/** Names go where card numbers must not, and are what people decide by: the one rule for all that are stored. */
export function nameProblem(text: string): NameProblem | undefined {
  if (HIDDEN.test(text)) return 'hidden'
  return mayHoldCard(text) && hasCardNumber(text) ? 'card' : undefined
}

/** Quick, for the rows of large files. */
function mayHoldCard(text: string): boolean {
  if (text.length < 13) return false
  const isAscii = !/[^ -~]/.test(text)
  return !isAscii || text.replace(/\D/g, '').length >= 13
}

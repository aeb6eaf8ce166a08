/** Card numbers: the check digit, and how they are shown to people without `card:unmask`. */

export function passesLuhn(digits: string): boolean {
  let sum = 0
  let double = false
  for (let at = digits.length - 1; at >= 0; at--) {
    let digit = digits.charCodeAt(at) - 48
    if (double) {
      digit *= 2
      if (digit > 9) digit -= 9
    }
    sum += digit
    double = !double
  }
  return sum % 10 === 0
}

/** `•••• •••• •••• 0011`: last four only. */
export function maskedCard(digits: string): string {
  return `•••• •••• •••• ${digits.slice(-4)}`
}

/** What people, spreadsheets and addresses put between digits. */
const BETWEEN = '(?:[\\s.\\-/_+\\u00a0\\u00ad\\u2000-\\u206f\\u2212]|%2[0-9a-f]|%c2%a0){0,3}'
const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const SHA256 = '[0-9a-f]{64}'
/** A uuid or hash is taken whole and left alone, so that no part of it is taken for a card. */
const NAMES = new RegExp(`(${UUID}|${SHA256})`, 'i')
/** The digits of an escape, as in `%209990`, are none of a card's. */
const DIGITS = new RegExp(`(?:(?<!\\d)|(?<=%[0-9a-f]{2}))(?<!%[0-9a-f]?)\\d(?:${BETWEEN}\\d){12,}`, 'gi')
const ESCAPES = /%2[0-9a-f]|%c2%a0/gi

/** Every 13 to 19 digits, however they are grouped, that pass the check digit lose all but their last four. */
export function maskCardNumbers(text: string): string {
  return text
    .split(NAMES)
    .map((part, at) => (at % 2 ? part : part.replace(DIGITS, maskRun)))
    .join('')
}

type Span = { from: number; to: number }

/** A card can stand beside other numbers, such as a row or a date: it is looked for between any two of their gaps. */
function maskRun(run: string): string {
  const plain = run.replace(ESCAPES, ({ length }) => ' '.repeat(length))
  const groups = Array.from(plain.matchAll(/\d+/g))
  const spans: Span[] = []
  groups.forEach(({ index: from }, first) => {
    let digits = ''
    for (const { 0: text, index } of groups.slice(first, first + 19)) {
      digits += text
      if (digits.length > 19) break
      if (digits.length >= 13 && passesLuhn(digits)) addSpan(spans, { from, to: index + text.length })
    }
  })
  return spans.reduceRight((masked, { from, to }) => {
    const digits = plain.slice(from, to).replace(/\D/g, '')
    return `${masked.slice(0, from)}••••${digits.slice(-4)}${masked.slice(to)}`
  }, run)
}

/** Spans that overlap hide as one: the end of one could be the middle of the card. */
function addSpan(spans: Span[], span: Span): void {
  const last = spans.at(-1)
  if (last && span.from < last.to) last.to = Math.max(last.to, span.to)
  else spans.push(span)
}

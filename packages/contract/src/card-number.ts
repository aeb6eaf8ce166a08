/** Check digit and masking of card numbers. */

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

/**
 * `last-four`: `•••• 0011`; accepts masked numbers too. `first-six`: `999000 •••••• 0011`, for holders of `card:unmask`
 * in card details.
 */
export function maskedCard(digits: string, form: 'last-four' | 'first-six' = 'last-four'): string {
  return `${form === 'first-six' ? `${digits.slice(0, 6)} ••••••` : '••••'} ${digits.slice(-4)}`
}

/** Separators between digits in texts, spreadsheets and URLs. */
const BETWEEN = '(?:[\\s.\\-/_+\\u00a0\\u00ad\\u2000-\\u206f\\u2212]|%2[0-9a-f]|%c2%a0){0,3}'
const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const SHA256 = '[0-9a-f]{64}'
/** Digits of two days may look like a card, as in 2026-11-24..2026-11-24. */
const DAY = '(?<!\\d)20\\d\\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])(?!\\d)'
/** Uuids, hashes and days are skipped whole, so that no part looks like a card. */
const NAMES = new RegExp(`(${UUID}|${SHA256}|${DAY})`, 'i')
/** Digits of an escape, as in `%209990`, are not part of a card. */
const DIGITS = new RegExp(`(?:(?<!\\d)|(?<=%[0-9a-f]{2}))(?<!%[0-9a-f]?)\\d(?:${BETWEEN}\\d){12,}`, 'gi')
const ESCAPES = /%2[0-9a-f]|%c2%a0/gi

/** Masks all but the last four of 13 to 19 digits, in any script and grouping, that pass the check digit. */
export function maskCardNumbers(text: string): string {
  const { plain, places } = toPlain(text)
  let at = 0
  const spans = plain.split(NAMES).flatMap((part, index) => {
    const from = at
    at += part.length
    return index % 2
      ? []
      : spansIn(part, passesLuhn).map((span) => ({ from: from + span.from, to: from + span.to }))
  })
  return spans.reduceRight((masked, { from, to }) => {
    const digits = plain.slice(from, to).replace(ESCAPES, '').replace(/\D/g, '')
    const before = masked.slice(0, places[from]?.from ?? from)
    return `${before}••••${digits.slice(-4)}${masked.slice(places[to - 1]?.to ?? to)}`
  }, text)
}

type Span = { from: number; to: number }

/** Numbers of the programme, and of payment cards by their issuer and its lengths. */
const ISSUED =
  /^(?:999\d{13}|4(?:\d{12}|\d{15}|\d{18})|(?:5[1-5]\d\d|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d{12}|3[47]\d{13}|3[068]\d{12}|35\d{14}|6\d{15,18})$/

/** True if a text has a number that an issuer could have issued, in any script and grouping. */
export function hasCardNumber(text: string): boolean {
  const isCard = (digits: string) => ISSUED.test(digits) && passesLuhn(digits)
  return toPlain(text)
    .plain.split(NAMES)
    .some((part, index) => index % 2 === 0 && spansIn(part, isCard).length > 0)
}

/** Spans of possible cards. Tries every gap as start and end, because other numbers may be next to a card. */
function spansIn(text: string, isCard: (digits: string) => boolean): Span[] {
  return Array.from(text.matchAll(DIGITS)).flatMap(({ 0: run, index: start }) => {
    const plain = run.replace(ESCAPES, ({ length }) => ' '.repeat(length))
    const groups = Array.from(plain.matchAll(/\d+/g))
    const spans: Span[] = []
    groups.forEach(({ index: from }, first) => {
      let digits = ''
      for (const { 0: text, index } of groups.slice(first, first + 19)) {
        digits += text
        if (digits.length > 19) break
        if (digits.length >= 13 && isCard(digits))
          addSpan(spans, { from: start + from, to: start + index + text.length })
      }
    })
    return spans
  })
}

/** Merges overlapping spans, because the end of one could be in the middle of the card. */
function addSpan(spans: Span[], span: Span): void {
  const last = spans.at(-1)
  if (last && span.from < last.to) last.to = Math.max(last.to, span.to)
  else spans.push(span)
}

/** A multi-byte escape is one character. */
const CHARACTERS = /%[c-f][0-9a-f](?:%[89ab][0-9a-f]){1,3}|./gisu
/** Marks and invisible characters, such as the parts of a keycap. */
const INVISIBLE = /^[\p{M}\p{Cf}]+$/u

/** The text with ASCII digits and separators, and the original position of each of its characters. */
export function toPlain(text: string): { plain: string; places: Span[] } {
  if (!/[^ -~\s]|%[c-f]/i.test(text)) return { plain: text, places: [] }
  let plain = ''
  const places: Span[] = []
  for (const { 0: typed, index } of text.matchAll(CHARACTERS)) {
    const ascii = toAscii(typed)
    plain += ascii
    const place = { from: index, to: index + typed.length }
    for (let unit = 0; unit < ascii.length; unit++) places.push(place)
  }
  return { plain, places }
}

function toAscii(typed: string): string {
  if (typed.length === 1 && typed <= '~') return typed
  const character = typed.startsWith('%') ? decoded(typed) : typed
  if (INVISIBLE.test(character)) return ''
  const form = character.normalize('NFKC')
  return (/\p{Nd}/u.test(form) || form.length === 1 ? form : character).replace(/\p{Nd}/gu, digitOf)
}

function decoded(typed: string): string {
  try {
    return decodeURIComponent(typed)
  } catch {
    return typed
  }
}

/** Digits of a script are consecutive from its zero. */
function digitOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  let zero = code
  while (/^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String((code - zero) % 10)
}

/** Controls, unassigned characters, and those that hide or reorder text: bidirectional marks, zero-width characters. */
const HIDDEN = /[\p{C}\u2028\u2029\u115f\u1160\u3164\uffa0]|\u034f|\u17b4|\u17b5/u

/** `hidden`: invisible characters. `card`: a whole card number. */
type NameProblem = 'hidden' | 'card'

/** Rule for all stored names. They appear where card numbers must not, and people decide by them. */
export function nameProblem(text: string): NameProblem | undefined {
  if (HIDDEN.test(text)) return 'hidden'
  return mayHoldCard(text) && hasCardNumber(text) ? 'card' : undefined
}

/** Quick check, for the rows of large files. */
function mayHoldCard(text: string): boolean {
  if (text.length < 13) return false
  const isAscii = !/[^ -~]/.test(text)
  return !isAscii || text.replace(/\D/g, '').length >= 13
}

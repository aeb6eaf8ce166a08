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
const BETWEEN = '(?:[\\s.\\-/_+\\u00a0\\u00ad\\u2000-\\u206f\\u2212]|%20){0,3}'
const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const SHA256 = '[0-9a-f]{64}'
const NAME = new RegExp(`^(?:${UUID}|${SHA256})$`, 'i')
/** A uuid or hash is taken whole and left alone, so that no part of it is taken for a card. */
const NAMED_OR_DIGITS = new RegExp(`${UUID}|${SHA256}|(?<!\\d)\\d(?:${BETWEEN}\\d){12,18}(?!\\d)`, 'gi')

/** Every 13 to 19 digits, however they are grouped, that pass the check digit lose all but their last four. */
export function maskCardNumbers(text: string): string {
  return text.replace(NAMED_OR_DIGITS, (run) => {
    const digits = run.replaceAll('%20', '').replace(/\D/g, '')
    return !NAME.test(run) && passesLuhn(digits) ? `••••${digits.slice(-4)}` : run
  })
}

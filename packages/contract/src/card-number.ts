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

/** Every run of 13 to 19 digits that passes the check digit loses all but its last four. */
export function maskCardNumbers(text: string): string {
  return text.replace(/(?<!\d)\d{13,19}(?!\d)/g, (run) => (passesLuhn(run) ? `••••${run.slice(-4)}` : run))
}

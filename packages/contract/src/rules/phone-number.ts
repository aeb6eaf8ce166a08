const SEPARATORS = /[\s().-]/g
const MOBILE = /^(?:\+?63|0)(9\d{9})$/

/**
 * Converts a Philippine mobile number such as `0917 555 0117` or `+63 917-555-0117` to `+639175550117`. Anything else is
 * unchanged and left to the rules.
 */
export function internationalPhone(text: string): string {
  const [, digits] = MOBILE.exec(text.replaceAll(SEPARATORS, '')) ?? []
  return digits ? `+63${digits}` : text
}

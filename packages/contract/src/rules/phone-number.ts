const SEPARATORS = /[\s().-]/g
const MOBILE = /^(?:\+?63|0)(9\d{9})$/

/**
 * A Philippine mobile number as `+639175550117`, from how people write it: `0917 555 0117`, `+63 917-555-0117`. Anything
 * else is returned as it is, for the rules to judge.
 */
export function internationalPhone(text: string): string {
  const [, digits] = MOBILE.exec(text.replaceAll(SEPARATORS, '')) ?? []
  return digits ? `+63${digits}` : text
}

import { maskCardNumbers } from '@backoffice/contract/card-number'

/** An address as it may be shown: as it is, unless a card number is in it, even one whose digits are escaped. */
export function shownAddress(address: string): string {
  const plain = address.replace(/%3\d/g, (escaped) => escaped.slice(2))
  const masked = maskCardNumbers(plain)
  return masked === plain ? address : masked
}

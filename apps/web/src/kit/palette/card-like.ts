import { maskCardNumbers } from '@backoffice/contract/card-number'

/** Whether a query may be a card number, or a good part of one: it is then neither sent nor kept. */
export function looksLikeCard(query: string): boolean {
  const digits = query.replace(/\D/g, '').length
  // No date, code or terminal that stands alone has as many digits.
  const alone = digits >= 9 && !/\p{L}/u.test(query)
  return alone || /(?<![\w-])(?:\d[\s-]?){12}/.test(query) || maskCardNumbers(query) !== query
}

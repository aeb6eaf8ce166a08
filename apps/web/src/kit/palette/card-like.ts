import { maskCardNumbers } from '@backoffice/contract/card-number'

/** Whether a query may be a card number, or a good part of one: it is then neither sent nor kept. */
export function looksLikeCard(query: string): boolean {
  const digits = query.match(/\p{Nd}/gu)?.length ?? 0
  // No date, code or terminal that stands alone has as many digits.
  const alone = digits >= 9 && !/\p{L}/u.test(query)
  return alone || /(?<![\w-])(?:\p{Nd}[\s-]?){12}/u.test(query) || maskCardNumbers(query) !== query
}

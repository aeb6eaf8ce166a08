import { maskCardNumbers } from '@backoffice/contract/card-number'

const NO_NAMES: ReadonlySet<string> = new Set()

/**
 * JSON whose names and texts have their card numbers masked. Each by itself: in the JSON as a whole the digits of an
 * escape such as `\u0001` could be taken for those of a card, and masking them would break the JSON. `whole`: names of
 * the object whose values hold no cards.
 */
export function maskedJson(value: object, whole = NO_NAMES): string {
  return JSON.stringify(withoutCards(value, whole))
}

/** Plain data with its card numbers masked, as `maskedJson`. */
export function withoutCards(value: object, whole = NO_NAMES): Record<string, unknown> {
  const entries = Object.entries(value).map(([name, part]) => [
    maskCardNumbers(name),
    whole.has(name) ? part : maskedPart(part),
  ])
  return Object.fromEntries(entries)
}

function maskedPart(part: unknown): unknown {
  if (typeof part === 'string') return maskCardNumbers(part)
  if (Array.isArray(part)) return part.map(maskedPart)
  return typeof part === 'object' && part !== null && !(part instanceof Date) ? withoutCards(part) : part
}

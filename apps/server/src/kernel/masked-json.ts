import { maskCardNumbers } from '@backoffice/contract/card-number'

/**
 * JSON whose names and texts have their card numbers masked. Each by itself: in the JSON as a whole the digits of an
 * escape such as `\u0001` could be taken for those of a card, and masking them would break the JSON.
 */
export function maskedJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) => {
    if (typeof part === 'string') return maskCardNumbers(part)
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
    return Object.fromEntries(Object.entries(part).map(([name, each]) => [maskCardNumbers(name), each]))
  })
}

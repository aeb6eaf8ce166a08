import { createHash } from 'node:crypto'

/** SHA-256 of the headers in their order. Spaces and case do not count. */
export function fingerprintOf(names: readonly string[]): string {
  const normalized = names.map((name) => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase())
  return createHash('sha256').update(JSON.stringify(normalized)).digest('hex')
}

/** `Card No.`, `card_no` and `CardNo` have the same words: `card no`. */
export function wordsOf(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/#/g, ' no ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

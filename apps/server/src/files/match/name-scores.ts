import type { ImportLayout } from '@backoffice/contract/import-layout'
import { distance } from 'fastest-levenshtein'
import { wordsOf } from './header-words.ts'
import { synonymsOf } from './synonyms.ts'

/** `isSynonym`: by a synonym of the field. */
export type NameScore = { score: number; isSynonym: boolean }

const EXACT = 1
const SYNONYM = 0.95
/** Score of two names that are nearly equal. */
const SIMILAR = 0.9
/** Names with a lower share of equal letters are other words. */
const MIN_SIMILARITY = 0.75
/** Longer texts are values or titles, and slow to compare. */
const MAX_NAME_CHARS = 60
const NONE: NameScore = { score: 0, isSynonym: false }

/** Similarity of a header and a field, from 0 to 1: equal, a synonym, or written in nearly the same way. */
export function nameScore(header: string, field: string, layout: ImportLayout): NameScore {
  const words = wordsOf(header)
  if (words === '' || words.length > MAX_NAME_CHARS) return NONE
  const own = [wordsOf(field), wordsOf(layout.fields[field]?.label ?? '')]
  if (own.includes(words)) return { score: EXACT, isSynonym: false }
  const synonyms = synonymsOf(field, layout)
  if (synonyms.includes(words)) return { score: SYNONYM, isSynonym: true }
  const [ownBest, synonymBest] = [bestOf(words, own), bestOf(words, synonyms)]
  const best = Math.max(ownBest, synonymBest)
  if (best < MIN_SIMILARITY) return NONE
  return { score: best * SIMILAR, isSynonym: synonymBest > ownBest }
}

function bestOf(words: string, names: readonly string[]): number {
  return Math.max(0, ...names.map((name) => similarity(words, name)))
}

/** Equal letters without spaces, by edit distance. Short names are equal or not. */
function similarity(one: string, other: string): number {
  const [a, b] = [one.replaceAll(' ', ''), other.replaceAll(' ', '')]
  const longer = Math.max(a.length, b.length)
  return longer < 4 ? Number(a === b) : 1 - distance(a, b) / longer
}

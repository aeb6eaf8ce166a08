import { QUOTE, SPACE } from './ascii.ts'
import { byteAt, uint32At } from './typed-arrays.ts'

/** Cell k of a record is `buffer[starts[k]..ends[k])`. */
export type Cells = { starts: Uint32Array; ends: Uint32Array }

/** Unescapes doubled quotes in place, because a complete record is never scanned again. */
export function unescapeQuotes(bytes: Uint8Array, cell: number, { starts, ends }: Cells): void {
  let to = uint32At(starts, cell)
  const end = uint32At(ends, cell)
  for (let from = to; from < end; from++) {
    bytes[to++] = byteAt(bytes, from)
    if (bytes[from] === QUOTE) from++
  }
  ends[cell] = to
}

const EQUALS = 0x3d

/**
 * Text inside `="…"`, which spreadsheets write to keep a number as text. Allows spaces around it.
 * Undefined for anything else.
 */
export function textFormula(
  bytes: Uint8Array,
  start: number,
  end: number,
): { from: number; to: number } | undefined {
  const first = bytes[start]
  // Fast path for most cells.
  if (first !== EQUALS && first !== SPACE) return undefined
  let from = start
  let to = end
  while (from < to && bytes[from] === SPACE) from++
  while (to > from && bytes[to - 1] === SPACE) to--
  if (to - from < 3 || bytes[from] !== EQUALS || bytes[from + 1] !== QUOTE || bytes[to - 1] !== QUOTE)
    return undefined
  const inside = { from: from + 2, to: to - 1 }
  for (let at = inside.from; at < inside.to; at++) if (bytes[at] === QUOTE) return undefined
  return inside
}

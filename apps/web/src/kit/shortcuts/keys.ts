/** `g d` one key after the other, `?` one key, `mod+k` with Ctrl or ⌘. */
export type Keys = string

/** A key as it went down. `at` in milliseconds. */
export type Press = { key: string; mod: boolean; alt: boolean; shift: boolean; at: number }

/** The keys of a sequence that have been pressed so far. */
export type Pending = { keys: readonly string[]; at: number }
export const NOTHING_PENDING: Pending = { keys: [], at: 0 }

/** Two keys further apart than this are no sequence. */
const SEQUENCE_MS = 1000

/** How the key is written; undefined for what never is a shortcut, such as Alt with anything. */
function written({ key, mod, alt, shift }: Press): string | undefined {
  if (alt || key.length !== 1 || key === ' ') return undefined
  const lower = key.toLowerCase()
  // `?` needs Shift on most keyboards and is the same key everywhere; a letter with Shift is another one.
  if (shift && lower !== key.toUpperCase()) return undefined
  return mod ? `mod+${lower}` : lower
}

/** What a key press leads to: a shortcut that is complete, one that may become so, or nothing. */
export function advance(
  pending: Pending,
  press: Press,
  known: readonly Keys[],
): { pending: Pending; hit?: Keys } {
  const key = written(press)
  if (key === undefined) return { pending: NOTHING_PENDING }
  const before = press.at - pending.at <= SEQUENCE_MS ? pending.keys : []
  // A key that does not continue the sequence may begin another.
  for (const keys of before.length > 0 ? [[...before, key], [key]] : [[key]]) {
    const sequence = keys.join(' ')
    if (known.includes(sequence)) return { pending: NOTHING_PENDING, hit: sequence }
    if (known.some((one) => one.startsWith(`${sequence} `))) return { pending: { keys, at: press.at } }
  }
  return { pending: NOTHING_PENDING }
}

/** Pressed without Ctrl or ⌘, it can be hit by accident and by voice: these can be switched off. */
export function isSingle(keys: Keys): boolean {
  return !keys.startsWith('mod+')
}

/** `g d` in sequence, `?` a single key, `mod+k` with Ctrl or ⌘. */
export type Keys = string

/** `at` in milliseconds. */
export type KeyPress = { key: string; mod: boolean; alt: boolean; shift: boolean; at: number }

/** Keys of an unfinished sequence. */
export type Pending = { keys: readonly string[]; at: number }
export const NOTHING_PENDING: Pending = { keys: [], at: 0 }

/** Longest time between two keys of a sequence. */
const SEQUENCE_MS = 1000

/** Name of the key in shortcuts; undefined for keys that are never part of one, such as Alt with any key. */
function nameOf({ key, mod, alt, shift }: KeyPress): string | undefined {
  if (alt || key.length !== 1 || key === ' ') return undefined
  const lower = key.toLowerCase()
  // `?` needs Shift on most keyboards; a letter with Shift is another key.
  if (shift && lower !== key.toUpperCase()) return undefined
  return mod ? `mod+${lower}` : lower
}

/** Reducer of key presses; `match` is the shortcut that the press completes. */
export function keyReducer(
  pending: Pending,
  press: KeyPress,
  shortcuts: readonly Keys[],
): { pending: Pending; match?: Keys } {
  const key = nameOf(press)
  if (key === undefined) return { pending: NOTHING_PENDING }
  const before = press.at - pending.at <= SEQUENCE_MS ? pending.keys : []
  // A key that does not continue the sequence may begin another.
  for (const keys of before.length > 0 ? [[...before, key], [key]] : [[key]]) {
    const sequence = keys.join(' ')
    if (shortcuts.includes(sequence)) return { pending: NOTHING_PENDING, match: sequence }
    if (shortcuts.some((each) => each.startsWith(`${sequence} `))) return { pending: { keys, at: press.at } }
  }
  return { pending: NOTHING_PENDING }
}

/** True for shortcuts without Ctrl or ⌘: users can switch these off, because speech input may trigger them. */
export function isSingleKey(keys: Keys): boolean {
  return !keys.startsWith('mod+')
}

import type { Entry, OptionIndex, SelectOption, SelectValue } from './options.ts'

/** A line of the open list. */
export type Row<V extends SelectValue> =
  | { kind: 'option'; option: SelectOption<V>; part: number }
  | { kind: 'group'; label: string; part: number }
  | { kind: 'tag'; text: string }

export type RowRules<V extends SelectValue> = {
  optionsLimit: number
  /** Off: the options are an answer to the query already and are shown as given. */
  internalSearch: boolean
  hideSelected: boolean
  taggable: boolean
  tagPosition: 'top' | 'bottom'
  groupSelect: boolean
  /** Orders what was found, instead of the shortest label first. */
  compare?: ((a: SelectOption<V>, b: SelectOption<V>) => number) | undefined
}

/**
 * The lines to show for what was typed: case-insensitive substring of the trimmed text, accents as they are,
 * shortest label first within its group; without a text the given order. Group lines and the line that makes a
 * tag count to the limit.
 */
export function rowsOf<V extends SelectValue>(
  index: OptionIndex<V>,
  query: string,
  selected: readonly V[],
  rules: RowRules<V>,
): Row<V>[] {
  const typed = query.trim()
  const needle = typed.toLowerCase()
  const hidden = rules.hideSelected ? new Set(selected) : undefined
  const isTag = rules.taggable && typed !== '' && !isLabel(index, needle)
  const rows: Row<V>[] = []
  if (isTag && rules.tagPosition === 'top') rows.push({ kind: 'tag', text: typed })
  for (const [part, { label, entries }] of index.parts.entries()) {
    if (rows.length >= rules.optionsLimit) break
    const found = rules.internalSearch && needle ? search(entries, needle, rules.compare) : entries
    const shown = hidden ? found.filter(({ option }) => !hidden.has(option.value)) : found
    // A group whose options are all hidden stays while its own line can still take them back.
    if (shown.length === 0 && !(found.length > 0 && rules.groupSelect)) continue
    if (label !== undefined) rows.push({ kind: 'group', label, part })
    const room = Math.max(0, rules.optionsLimit - rows.length)
    for (const { option } of shown.slice(0, room)) rows.push({ kind: 'option', option, part })
  }
  if (isTag && rules.tagPosition === 'bottom') rows.push({ kind: 'tag', text: typed })
  return rows.slice(0, rules.optionsLimit)
}

function isLabel<V extends SelectValue>({ parts }: OptionIndex<V>, needle: string): boolean {
  return parts.some(({ entries }) => entries.some(({ lower }) => lower === needle))
}

function search<V extends SelectValue>(
  entries: readonly Entry<V>[],
  needle: string,
  compare: RowRules<V>['compare'],
): readonly Entry<V>[] {
  const found = entries.filter(({ lower }) => lower.includes(needle))
  if (compare) return found.sort((a, b) => compare(a.option, b.option))
  // Sorting by a small number is counting: one pass, and equal lengths keep the given order.
  const byLength: Entry<V>[][] = []
  for (const entry of found) {
    const same = byLength[entry.word.length]
    if (same) same.push(entry)
    else byLength[entry.word.length] = [entry]
  }
  return byLength.flat()
}

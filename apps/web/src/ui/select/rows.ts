import type { Entry, OptionIndex, SelectOption, SelectValue } from './options.ts'

/** A line of the open list. */
export type Row<V extends SelectValue> =
  | { kind: 'option'; option: SelectOption<V>; part: number }
  | { kind: 'group'; label: string; part: number }
  | { kind: 'tag'; text: string }

export type RowRules<V extends SelectValue> = {
  optionsLimit: number
  /** False if the options are already the result of the query. */
  internalSearch: boolean
  hideSelected: boolean
  taggable: boolean
  tagPosition: 'top' | 'bottom'
  groupSelect: boolean
  /** Order of the results; default: shortest label first. */
  compare?: ((a: SelectOption<V>, b: SelectOption<V>) => number) | undefined
}

/**
 * Lines for a query: labels that contain the trimmed text, ignoring case but not accents, shortest first within each
 * group; without a query in original order. Group lines and the line that creates a tag count towards the limit.
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
  const searches = rules.internalSearch && needle !== ''
  const matches = (lower: string) => !searches || lower.includes(needle)
  const rows: Row<V>[] = []
  if (isTag && rules.tagPosition === 'top') rows.push({ kind: 'tag', text: typed })
  for (const [part, group] of index.parts.entries()) {
    const room = rules.optionsLimit - rows.length
    if (room <= 0) break
    const ordered = searches ? inOrder(group, matches, rules.compare) : group.entries
    const shown = take(ordered, room, ({ option, lower }) => matches(lower) && !hidden?.has(option.value))
    // A group whose options are all hidden stays while its own row can deselect them.
    const hides = shown.length === 0 && rules.groupSelect && ordered.some(({ lower }) => matches(lower))
    if (shown.length === 0 && !hides) continue
    if (group.label !== undefined) rows.push({ kind: 'group', label: group.label, part })
    for (const { option } of shown) rows.push({ kind: 'option', option, part })
  }
  if (isTag && rules.tagPosition === 'bottom') rows.push({ kind: 'tag', text: typed })
  return rows.slice(0, rules.optionsLimit)
}

function isLabel<V extends SelectValue>({ parts }: OptionIndex<V>, needle: string): boolean {
  return parts.some(({ entries }) => entries.some(({ lower }) => lower === needle))
}

/** Entries in the order of the results: by length, or by `compare`. */
function inOrder<V extends SelectValue>(
  { entries, byLength }: OptionIndex<V>['parts'][number],
  matches: (lower: string) => boolean,
  compare: RowRules<V>['compare'],
): readonly Entry<V>[] {
  if (!compare) return byLength
  return entries.filter(({ lower }) => matches(lower)).sort((a, b) => compare(a.option, b.option))
}

/** Stops at the limit, because a short query matches most of a long list. */
function take<T>(from: readonly T[], most: number, passes: (one: T) => boolean): T[] {
  const taken: T[] = []
  for (const one of from) {
    if (taken.length >= most) break
    if (passes(one)) taken.push(one)
  }
  return taken
}

export type SelectValue = string | number | boolean

export type SelectOption<V extends SelectValue> = {
  value: V
  /** A missing label is shown as a dash and found by its name: null, undefined or false. */
  label: string | number | false | null | undefined
  /** Second line of the option; not searched. */
  note?: string
  /** Visible, but the user can neither select nor remove it. */
  disabled?: boolean
}

export type SelectGroup<V extends SelectValue> = { label: string; options: readonly SelectOption<V>[] }

/** Plain options or groups. */
export type SelectOptions<V extends SelectValue> = readonly SelectOption<V>[] | readonly SelectGroup<V>[]

/** An option prepared for searching. */
export type Entry<V extends SelectValue> = {
  option: SelectOption<V>
  /** The searched text; its length orders the results. */
  word: string
  lower: string
}

/** A group of options; plain options are a single part without a label. */
type Part<V extends SelectValue> = {
  label?: string
  entries: readonly Entry<V>[]
  /** The entries, shortest label first; equal lengths keep their order. */
  byLength: readonly Entry<V>[]
}

export type OptionIndex<V extends SelectValue> = {
  parts: readonly Part<V>[]
  byValue: ReadonlyMap<V, SelectOption<V>>
}

/** Displayed text of an option. */
export function labelOf(option: SelectOption<SelectValue>): string {
  const { label } = option
  return label === null || label === undefined || label === false || label === '' ? '—' : String(label)
}

/** Prepares the options once per list, so that a key press only compares. */
export function indexOptions<V extends SelectValue>(options: SelectOptions<V>): OptionIndex<V> {
  const parts: Part<V>[] = []
  const plain: Entry<V>[] = []
  const byValue = new Map<V, SelectOption<V>>()
  const entryOf = (option: SelectOption<V>): Entry<V> => {
    const word = String(option.label)
    byValue.set(option.value, option)
    return { option, word, lower: word.toLowerCase() }
  }
  for (const item of options)
    if ('options' in item) {
      const entries = item.options.map(entryOf)
      parts.push({ label: item.label, entries, byLength: sortByLength(entries) })
    } else plain.push(entryOf(item))
  if (plain.length > 0) parts.unshift({ entries: plain, byLength: sortByLength(plain) })
  return { parts, byValue }
}

/** Counting sort, because lengths are small numbers. One stable pass. */
function sortByLength<V extends SelectValue>(entries: readonly Entry<V>[]): readonly Entry<V>[] {
  const lengths: Entry<V>[][] = []
  for (const entry of entries) {
    const same = lengths[entry.word.length]
    if (same) same.push(entry)
    else lengths[entry.word.length] = [entry]
  }
  return lengths.flat()
}

/** Selected values as an array: 0 is a value; '', false and null are not. */
export function selectedOf<V extends SelectValue>(value: V | readonly V[] | null | undefined): readonly V[] {
  if (Array.isArray(value)) return value
  // Array.isArray does not exclude a readonly array from the type.
  const single = value as V | null | undefined
  return single || single === 0 ? [single] : []
}

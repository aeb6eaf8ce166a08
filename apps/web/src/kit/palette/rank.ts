/** What the palette can open or do. */
export type Entry = {
  id: string
  group: 'Screens' | 'Actions' | 'Files'
  words: string
  /** Other words it is found by. */
  also?: string
  /** Said beside it, such as the state of a file. */
  note?: string
  /** The shortcut that does the same. */
  keys?: string
  /** Shown, and answered with the toast. */
  denied?: boolean
  /** Not listed under Recent. */
  unremembered?: boolean
  /** Leaves the palette open. */
  stays?: boolean
  /** Found by the server for this query: listed even if its name does not match. */
  found?: boolean
  run: () => void
}

export type Section = { label: string; entries: readonly Entry[] }

const RECENT_SHOWN = 4

/** Lower case, accents off, one space between words. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Whether the letters can be cut into pieces that begin words, in their order: `opda` in Operational Dashboard. */
function abbreviates(letters: string, words: readonly string[]): boolean {
  /** How many letters can be accounted for by the words so far. */
  const reached = new Set([0])
  for (const word of words)
    for (const from of [...reached])
      for (let at = 0; at < word.length && letters[from + at] === word[at]; at += 1)
        reached.add(from + at + 1)
  return reached.has(letters.length)
}

/**
 * How well a text answers a query: 0 the same, 1 begins with it, 2 its words begin words, 3 an abbreviation,
 * 4 somewhere inside; undefined not at all. More typed never finds what less did not.
 */
export function closeness(query: string, text: string): number | undefined {
  const [wanted, given] = [fold(query), fold(text)]
  const words = given.split(' ')
  if (wanted === given) return 0
  if (given.startsWith(wanted)) return 1
  if (wanted.split(' ').every((part) => words.some((word) => word.startsWith(part)))) return 2
  if (abbreviates(wanted.replaceAll(' ', ''), words)) return 3
  return given.includes(wanted) ? 4 : undefined
}

function closenessOf(query: string, { words, also, found }: Entry): number | undefined {
  const own = closeness(query, words)
  // A match by another word ranks behind every match by name.
  const other = also === undefined ? undefined : closeness(query, also)
  return own ?? (other === undefined ? (found ? 10 : undefined) : other + 5)
}

/** The entries that answer a query: the closest first, of equals the one used last, then in the order given. */
export function ranked(query: string, entries: readonly Entry[], recent: readonly string[]): Entry[] {
  const age = (id: string) => (recent.includes(id) ? recent.indexOf(id) : recent.length)
  return entries
    .flatMap((entry) => {
      const close = closenessOf(query, entry)
      return close === undefined ? [] : { entry, close }
    })
    .toSorted((a, b) => a.close - b.close || age(a.entry.id) - age(b.entry.id))
    .map(({ entry }) => entry)
}

/** What is listed: without a query what was used last, then all there is; with one, what answers it. */
export function sectionsFor(query: string, entries: readonly Entry[], recent: readonly string[]): Section[] {
  const asked = fold(query) !== ''
  const latest = asked
    ? []
    : recent.flatMap((id) => entries.find((entry) => entry.id === id) ?? []).slice(0, RECENT_SHOWN)
  const rest = ranked(query, entries, asked ? recent : []).filter((entry) => !latest.includes(entry))
  const section = (group: Entry['group']) => ({
    label: group,
    entries: rest.filter((entry) => entry.group === group),
  })
  const commands = [section('Screens'), section('Actions')]
  // The closest match comes first, for Enter. Files arrive later: at the end they move nothing.
  if (asked && rest.find(({ group }) => group !== 'Files')?.group === 'Actions') commands.reverse()
  const files = asked ? [section('Files')] : []
  return [{ label: 'Recent', entries: latest }, ...commands, ...files].filter(
    ({ entries }) => entries.length > 0,
  )
}

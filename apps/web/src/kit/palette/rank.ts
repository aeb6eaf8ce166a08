/** What the palette can open or run. */
export type Entry = {
  id: string
  /** Screens and actions are ranked against each other; every other group is listed below them. */
  group: 'Screens' | 'Actions' | (string & {})
  label: string
  /** Also found by these. */
  keywords?: string
  /** Shown beside the label, such as a state. */
  note?: string
  /** The shortcut that does the same. */
  keys?: string
  /** Shown as disabled; running it explains why. */
  denied?: boolean
  /** Not listed under Recent. */
  skipsRecent?: boolean
  /** Running it leaves the palette open. */
  keepsOpen?: boolean
  /** Found by the server for this query: listed even if its label does not match. */
  isServerMatch?: boolean
  run: () => void
}

export type Section = { label: string; entries: readonly Entry[] }

const RECENT_SHOWN = 4

const isCommand = ({ group }: Entry) => group === 'Screens' || group === 'Actions'

/** Lower case, without accents, one space between words. */
function normalize(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Whether the letters can be cut into pieces that begin words, in their order: `opda` in Operational Dashboard. */
function isAbbreviation(letters: string, words: readonly string[]): boolean {
  /** Numbers of letters that the words so far can account for. */
  const reached = new Set([0])
  for (const word of words)
    for (const from of [...reached])
      for (let at = 0; at < word.length && letters[from + at] === word[at]; at += 1)
        reached.add(from + at + 1)
  return reached.has(letters.length)
}

/**
 * How well a text matches a query: 0 equal, 1 begins with it, 2 its words begin words of the text, 3 an abbreviation,
 * 4 a substring; undefined no match. A longer query never matches what its beginning does not.
 */
export function matchRank(query: string, text: string): number | undefined {
  const [wanted, given] = [normalize(query), normalize(text)]
  const words = given.split(' ')
  if (wanted === given) return 0
  if (given.startsWith(wanted)) return 1
  if (wanted.split(' ').every((part) => words.some((word) => word.startsWith(part)))) return 2
  if (isAbbreviation(wanted.replaceAll(' ', ''), words)) return 3
  return given.includes(wanted) ? 4 : undefined
}

/** Every match of a keyword ranks below every match of a label. */
function entryRank(query: string, { label, keywords, isServerMatch }: Entry): number | undefined {
  const byLabel = matchRank(query, label)
  const byKeyword = keywords === undefined ? undefined : matchRank(query, keywords)
  return byLabel ?? (byKeyword === undefined ? (isServerMatch ? 10 : undefined) : byKeyword + 5)
}

/** The entries that match a query: by rank, of equal ranks the one run last, then in the order given. */
export function ranked(query: string, entries: readonly Entry[], recent: readonly string[]): Entry[] {
  const age = (id: string) => (recent.includes(id) ? recent.indexOf(id) : recent.length)
  return entries
    .flatMap((entry) => {
      const rank = entryRank(query, entry)
      return rank === undefined ? [] : { entry, rank }
    })
    .toSorted((a, b) => a.rank - b.rank || age(a.entry.id) - age(b.entry.id))
    .map(({ entry }) => entry)
}

/** Without a query the entries run last, then all screens and actions; with a query what matches it. */
export function sectionsFor(query: string, entries: readonly Entry[], recent: readonly string[]): Section[] {
  const hasQuery = normalize(query) !== ''
  const latest = hasQuery
    ? []
    : recent.flatMap((id) => entries.find((entry) => entry.id === id) ?? []).slice(0, RECENT_SHOWN)
  const rest = ranked(query, entries, hasQuery ? recent : []).filter((entry) => !latest.includes(entry))
  const section = (group: string) => ({
    label: group,
    entries: rest.filter((entry) => entry.group === group),
  })
  const commands = ['Screens', 'Actions']
  // Enter runs the first entry: the group of the best match comes first.
  if (hasQuery && rest.find(isCommand)?.group === 'Actions') commands.reverse()
  // Other groups are fetched: at the end their arrival moves nothing.
  const fetched = new Set(rest.filter((entry) => hasQuery && !isCommand(entry)).map(({ group }) => group))
  return [{ label: 'Recent', entries: latest }, ...[...commands, ...fetched].map(section)].filter(
    ({ entries }) => entries.length > 0,
  )
}

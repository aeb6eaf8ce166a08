/** An entry that the palette can open or run. */
export type Entry = {
  id: string
  /** Screens and actions are ranked against each other; every other group is listed below them. */
  group: 'Screens' | 'Actions' | (string & {})
  label: string
  /** Additional search words. */
  keywords?: string
  /** Text next to the label, such as a state. */
  note?: string
  /** Shortcut of the entry. */
  keys?: string
  /** Shown as disabled; running it explains why. */
  denied?: boolean
  /** Not listed under Recent. */
  skipsRecent?: boolean
  /** Running it leaves the palette open. */
  keepsOpen?: boolean
  /** Found by the server for this query: listed even if its label does not match. */
  isServerMatch?: boolean
  /** Listed only for a query. */
  needsQuery?: boolean
  /** Leads to all matches of its group. Comes last, and only if some of them are not shown. */
  showsAll?: boolean
  run: () => void
}

export type Section = { label: string; entries: readonly Entry[] }

const RECENT_SHOWN = 4
/** Best matches shown of each group that a server searches. */
const FOUND_SHOWN = 5

const COMMANDS: readonly string[] = ['Screens', 'Actions']
const isCommand = ({ group }: Entry) => COMMANDS.includes(group)

/** Lower case, without accents, one space between words. */
function normalize(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** True if the letters split into beginnings of words in their order: `opda` in Operational Dashboard. */
function isAbbreviation(letters: string, words: readonly string[]): boolean {
  /** Counts of letters that the words so far can match. */
  const reached = new Set([0])
  for (const word of words)
    for (const from of [...reached])
      for (let at = 0; at < word.length && letters[from + at] === word[at]; at += 1)
        reached.add(from + at + 1)
  return reached.has(letters.length)
}

/**
 * Rank of a match: 0 equal, 1 begins with the query, 2 words begin with the words of the query, 3 abbreviation, 4
 * substring; undefined without a match. A longer query never matches a text that its beginning does not match.
 */
export function matchRank(query: string, text: string): number | undefined {
  const [wanted, target] = [normalize(query), normalize(text)]
  const words = target.split(' ')
  if (wanted === target) return 0
  if (target.startsWith(wanted)) return 1
  if (wanted.split(' ').every((part) => words.some((word) => word.startsWith(part)))) return 2
  if (isAbbreviation(wanted.replaceAll(' ', ''), words)) return 3
  return target.includes(wanted) ? 4 : undefined
}

/** Keyword matches rank below label matches. */
function entryRank(query: string, { label, keywords, isServerMatch }: Entry): number | undefined {
  const byLabel = matchRank(query, label)
  const byKeyword = keywords === undefined ? undefined : matchRank(query, keywords)
  return byLabel ?? (byKeyword === undefined ? (isServerMatch ? 10 : undefined) : byKeyword + 5)
}

/** Entries that match a query, by rank, then most recently run, then original order. */
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

/** With a query its matches; without a query recent entries, then all screens and actions. */
export function sectionsFor(query: string, entries: readonly Entry[], recent: readonly string[]): Section[] {
  const hasQuery = normalize(query) !== ''
  const latest = hasQuery
    ? []
    : recent.flatMap((id) => entries.find((entry) => entry.id === id) ?? []).slice(0, RECENT_SHOWN)
  const rest = ranked(query, entries, hasQuery ? recent : []).filter(
    (entry) => !latest.includes(entry) && (hasQuery || !entry.needsQuery),
  )
  const section = (group: string) => {
    const own = rest.filter((entry) => entry.group === group)
    const matches = own.filter(({ showsAll }) => !showsAll)
    if (COMMANDS.includes(group) || matches.length <= FOUND_SHOWN) return { label: group, entries: matches }
    const all = own.filter(({ showsAll }) => showsAll)
    return { label: group, entries: [...matches.slice(0, FOUND_SHOWN), ...all] }
  }
  const commands = [...COMMANDS]
  // The group of the best match comes first, because Enter runs the first entry.
  if (hasQuery && rest.find(isCommand)?.group === 'Actions') commands.reverse()
  // Other groups load later. At the end they move no entry.
  const fetched = new Set(rest.filter((entry) => hasQuery && !isCommand(entry)).map(({ group }) => group))
  return [{ label: 'Recent', entries: latest }, ...[...commands, ...fetched].map(section)].filter(
    ({ entries }) => entries.length > 0,
  )
}

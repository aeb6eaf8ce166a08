/** Announcement of a change: `Lipa selected`, `3 options removed`. */
export function changeMessage<V>(
  before: readonly V[],
  after: readonly V[],
  nameOf: (value: V) => string,
): string {
  const counted = (values: readonly V[], what: string) => {
    const [first] = values
    if (first === undefined) return []
    return [values.length === 1 ? `${nameOf(first)} ${what}` : `${values.length} options ${what}`]
  }
  const removed = before.filter((value) => !after.includes(value))
  const added = after.filter((value) => !before.includes(value))
  return [...counted(added, 'selected'), ...counted(removed, 'removed')].join(', ')
}

type LiveState = {
  changed: string
  message: string | undefined
  open: boolean
  query: string
  found: number
  optionsLimit: number
}

/** Text of the live region: the last change, and the list's message or number of results. */
export function liveMessage({ changed, message, open, query, found, optionsLimit }: LiveState): string {
  const count =
    found >= optionsLimit ? `First ${found} results` : found === 1 ? '1 result' : `${found} results`
  const shown = open ? (message ?? (query.trim() ? count : '')) : ''
  return [changed, shown].filter(Boolean).join('. ')
}

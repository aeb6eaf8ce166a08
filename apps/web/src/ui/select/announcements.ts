/** What was selected and removed, for those who do not see it: `Lipa selected`, `3 options removed`. */
export function changeWords<V>(
  before: readonly V[],
  after: readonly V[],
  nameOf: (value: V) => string,
): string {
  const words = (values: readonly V[], what: string) => {
    const [first] = values
    if (first === undefined) return []
    return [values.length === 1 ? `${nameOf(first)} ${what}` : `${values.length} options ${what}`]
  }
  const removed = before.filter((value) => !after.includes(value))
  const added = after.filter((value) => !before.includes(value))
  return [...words(added, 'selected'), ...words(removed, 'removed')].join(', ')
}

type Moment = {
  changed: string
  message: string | undefined
  open: boolean
  query: string
  found: number
  optionsLimit: number
}

/** What the live region says now: the last change, and what the list shows in place of or after a search. */
export function liveWords({ changed, message, open, query, found, optionsLimit }: Moment): string {
  const count =
    found >= optionsLimit ? `First ${found} results` : found === 1 ? '1 result' : `${found} results`
  const shown = open ? (message ?? (query.trim() ? count : '')) : ''
  return [changed, shown].filter(Boolean).join('. ')
}

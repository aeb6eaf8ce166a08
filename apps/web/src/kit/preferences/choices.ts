import type { Preferences } from '@backoffice/contract/endpoints/preferences'

export type Choices = Omit<Preferences, 'version'>

/** What somebody has just chosen. Of columns only the lists that were touched; null is back to the list's own. */
export type Change = Partial<Omit<Choices, 'columns'>> & {
  columns?: Readonly<Record<string, string[] | null>>
}

/** The choices with a change on top: of the columns, every list that it does not touch stays. */
export function withChange<C extends Choices>(choices: C, { columns, ...change }: Change): C {
  if (!columns) return { ...choices, ...change }
  const all = Object.entries({ ...choices.columns, ...columns })
  const chosen = all.filter((entry): entry is [string, string[]] => entry[1] !== null)
  return { ...choices, ...change, columns: Object.fromEntries(chosen) }
}

/** Two changes as one; of what both touch the later holds. */
export function mergeChanges(earlier: Change, later: Change): Change {
  const columns = { ...earlier.columns, ...later.columns }
  return { ...earlier, ...later, ...(Object.keys(columns).length > 0 && { columns }) }
}

/**
 * Three-way merge of a record by field: `base` is the version that the user opened, `mine` the form, `theirs` the other
 * user's version.
 */

export type FieldTexts = Readonly<Record<string, string>>
export type Side = 'mine' | 'theirs'
export type Choices = Readonly<Record<string, Side>>

export type MergedField = {
  readonly name: string
  readonly base: string
  readonly mine: string
  readonly theirs: string
  /** `equal`: unchanged, or both changed it to the same value. `both`: a conflict. */
  readonly changed: 'equal' | Side | 'both'
}

export function merge(
  base: FieldTexts,
  mine: FieldTexts,
  theirs: FieldTexts,
  names: readonly string[],
): MergedField[] {
  return names.map((name) => {
    const field = { name, base: base[name] ?? '', mine: mine[name] ?? '', theirs: theirs[name] ?? '' }
    return { ...field, changed: changedBy(field) }
  })
}

function changedBy({ base, mine, theirs }: Omit<MergedField, 'changed'>): MergedField['changed'] {
  if (mine === theirs) return 'equal'
  if (theirs === base) return 'mine'
  return mine === base ? 'theirs' : 'both'
}

/** The value to save; undefined for a conflict without a choice. */
export function resultOf(field: MergedField, choices: Choices): string | undefined {
  if (field.changed === 'equal') return field.theirs
  const side = field.changed === 'both' ? choices[field.name] : field.changed
  return side && field[side]
}

/** Names of conflicts without a choice. */
export function unresolved(fields: readonly MergedField[], choices: Choices): string[] {
  return fields.filter((field) => resultOf(field, choices) === undefined).map(({ name }) => name)
}

/** All results, without unresolved conflicts. */
export function results(fields: readonly MergedField[], choices: Choices): Record<string, string> {
  const entries = fields.flatMap((field) => {
    const result = resultOf(field, choices)
    return result === undefined ? [] : [[field.name, result] as const]
  })
  return Object.fromEntries(entries)
}

/** Chooses one side for every conflict. */
export function chooseAll(fields: readonly MergedField[], side: Side): Choices {
  return Object.fromEntries(
    fields.filter(({ changed }) => changed === 'both').map(({ name }) => [name, side]),
  )
}

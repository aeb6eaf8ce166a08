/** The events after which fields are checked. Typing is not one of them. */
export type CheckEvent =
  /** Left, changed or not. */
  | { type: 'blur'; name: string }
  /** A committed value: for text on Enter or on leaving the field, for everything that is picked at once. */
  | { type: 'change'; name: string; value: unknown }
  | { type: 'submit' }

export type Plan = {
  /** Fields that have been checked with their message so far. */
  checked: ReadonlySet<string>
  /** Fields to check now with their message shown. The others only count for whether the form is valid. */
  show: readonly string[]
}

/**
 * Whose message may change with an event. A field that refers to a changed one follows it only once it has been
 * checked itself, so that no field shows an error before it was reached. `references`: for every field of the
 * form, the names it refers to, with the path inside them (`address.city`) or without.
 */
export function planChecks(
  checked: ReadonlySet<string>,
  event: CheckEvent,
  references: Readonly<Record<string, readonly string[]>>,
): Plan {
  const names = Object.keys(references)
  if (event.type === 'submit') return { checked: new Set([...checked, ...names]), show: names }
  const { name } = event
  const followers =
    event.type === 'change' && event.value !== undefined
      ? names.filter((other) => other !== name && checked.has(other) && refersTo(references[other], name))
      : []
  return { checked: new Set([...checked, name]), show: [name, ...followers] }
}

function refersTo(references: readonly string[] | undefined, name: string): boolean {
  return references?.some((path) => path === name || path.startsWith(`${name}.`)) ?? false
}

/** What happens to a form that is worth a look at its fields. Typing is not among it. */
export type CheckEvent =
  /** Left, changed or not. */
  | { type: 'blur'; name: string }
  /** A value committed: Enter or leaving for text, at once for everything that is picked. */
  | { type: 'change'; name: string; value: unknown }
  | { type: 'submit' }

export type Plan = {
  /** Fields that have been checked with their message so far. */
  checked: ReadonlySet<string>
  /** Fields to check now and to show the outcome of. All others at most count for whether the form holds. */
  show: readonly string[]
}

/**
 * Whose message may change with an event. A field that refers to a changed one follows it only once it has been
 * checked itself: nobody is told off for a field they have not come to. `references`: for every field of the
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

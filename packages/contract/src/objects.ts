/** Typed keys of a record, which must have no others, such as a declared constant. */
export function keysOf<K extends string>(record: Readonly<Record<K, unknown>>): K[] {
  return Object.keys(record) as K[]
}

/** A record with a value for each key. */
export function recordOf<K extends string, V>(keys: readonly K[], valueFor: (key: K) => V): Record<K, V> {
  return Object.fromEntries(keys.map((key) => [key, valueFor(key)])) as Record<K, V>
}

/** True if the record itself has this key. The name may come from outside, such as from an address. */
export function isKeyOf<K extends string>(record: Readonly<Record<K, unknown>>, name: string): name is K {
  return Object.hasOwn(record, name)
}

/** Element at an index within the bounds. */
export function elementAt<T>(list: ArrayLike<T>, index: number): T {
  const element = list[index]
  if (element === undefined) throw new RangeError(`There is no element ${index}`)
  return element
}

/** The same labels by key, sorted by label. */
export function sortedByLabel<K extends string>(labels: Readonly<Record<K, string>>): Record<K, string> {
  const sorted = keysOf(labels).toSorted((one, other) => labels[one].localeCompare(labels[other], 'en'))
  return recordOf(sorted, (key) => labels[key])
}

/** Label of states that only a newer release knows. Rows keep them after a rollback to this release. */
export const NEWER_RELEASE = 'Newer release'

/** Label of a stored state. */
export function labelOfState<K extends string>(labels: Readonly<Record<K, string>>, state: K): string {
  return Object.hasOwn(labels, state) ? labels[state] : NEWER_RELEASE
}

/** In place of a state that only a newer release knows: rows keep it after a return to this release. */
export const NEWER_RELEASE = 'Newer release'

/** Label of a stored state. */
export function labelOfState<K extends string>(labels: Readonly<Record<K, string>>, state: K): string {
  return Object.hasOwn(labels, state) ? labels[state] : NEWER_RELEASE
}

import type { TrackedFile } from '@backoffice/contract/endpoints/files'

const KEPT = 200
const pushed = new Map<string, TrackedFile>()

/**
 * Of two readings of a file the one to believe. Its version moves with every change of state; between two
 * of one version the later reading stands.
 */
export function later(known: TrackedFile | undefined, arrived: TrackedFile): TrackedFile {
  if (!known) return arrived
  if (known.version !== arrived.version) return known.version > arrived.version ? known : arrived
  return Date.parse(known.read_at) > Date.parse(arrived.read_at) ? known : arrived
}

/** What was pushed last, the newest files only: a reply that is on its way may be older. */
export function keepPushed(file: TrackedFile): TrackedFile | undefined {
  const before = pushed.get(file.source_filekey)
  pushed.delete(file.source_filekey)
  pushed.set(file.source_filekey, later(before, file))
  const [oldest] = pushed.keys()
  if (pushed.size > KEPT && oldest !== undefined) pushed.delete(oldest)
  return before
}

/** A reply, unless a push said something later before it came. */
export function notOlderThanPushed(reply: TrackedFile): TrackedFile {
  return later(pushed.get(reply.source_filekey), reply)
}

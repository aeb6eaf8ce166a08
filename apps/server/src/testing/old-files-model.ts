import type { OldFile } from './old-files.ts'

const DAY_MS = 86_400_000

/** Expected remains and removals of a file, with repeated periods. `recordsUntil` is five years ago. */
export function expected(file: OldFile, now: Date, recordsUntil: Date) {
  const { kind, state, uploaded, validated, finished } = file
  const isOver = (ms: number | null, days: number) => ms !== null && ms >= days * DAY_MS
  const hasEnded = finished !== null
  const isJob = kind === 'export' || kind === 'action'
  const originals =
    hasEnded &&
    (uploaded !== null ? isOver(uploaded, 90) : isJob ? isOver(finished, 30) : isOver(finished, 1))
  const reports = hasEnded && isOver(validated, 30)
  const canBeRetried = state === 'FAILED'
  const isLeftover =
    kind === 'inquiry' && !canBeRetried && isOver(finished, 1) && finished !== null && finished < 3 * DAY_MS
  const gone = new Set<string>()
  const subjects: string[] = []
  if (originals) {
    for (const part of ['uploads', 'results', 'chunks', 'chunk rows']) gone.add(part)
    if (validated === null) gone.add('reports')
    subjects.push(uploaded !== null ? 'originals' : isJob ? 'results' : 'unregistered_uploads')
  }
  if (reports) {
    gone.add('reports').add('errors')
    subjects.push('reports')
  }
  if (isLeftover) gone.add('chunks')
  if (originals || (hasEnded && !canBeRetried)) {
    gone.add('staging')
    subjects.push('staging_tables')
  }
  const isOldRecord =
    hasEnded &&
    now.getTime() - finished <= recordsUntil.getTime() &&
    originals &&
    (validated === null || reports)
  if (isOldRecord) {
    for (const part of ['row', 'errors', 'chunk rows']) gone.add(part)
    subjects.push('files')
  }
  const all = ['uploads', 'results', 'chunks', 'reports', 'row', 'errors', 'chunk rows', 'staging']
  const events = [...(originals ? ['originals'] : []), ...(reports ? ['reports'] : [])]
  return { kept: all.filter((part) => !gone.has(part)).sort(), subjects, events }
}

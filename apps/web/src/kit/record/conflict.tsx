import { whenInSentence } from '../format/format-time.ts'
import { useLazyDialog } from '../lazy/use-lazy.tsx'
import type { ConflictProps } from './conflict-dialog.tsx'
import { type FieldTexts, type MergedField, merge } from './merge.ts'
import type { VersionedRecord } from './use-versioned-form.ts'

type Props = Omit<ConflictProps, 'saved' | 'version' | 'fields'> & {
  /** Name of the record. */
  record: string
  theirs: VersionedRecord
  actor: string | undefined
  openedAtMs?: number
  /** Texts by field. */
  versions: { base: FieldTexts; mine: FieldTexts; theirs: FieldTexts }
  isListed?: (field: MergedField) => boolean
}

const load = async () => (await import('./conflict-dialog.tsx')).ConflictDialog

/** Compares the user's changes with another user's. Loads the dialog with the first conflict. */
export function Conflict({ record, theirs, actor, openedAtMs, versions, isListed, ...dialog }: Props) {
  const Dialog = useLazyDialog(load, true, dialog.onBack)
  if (!Dialog) return null
  const { base, mine } = versions
  const names = new Set([...Object.keys(base), ...Object.keys(mine), ...Object.keys(versions.theirs)])
  const fields = merge(base, mine, versions.theirs, [...names])
  const after = openedAtMs === undefined ? undefined : afterOpening(theirs.updated_at, openedAtMs)
  const when = [whenInSentence(theirs.updated_at), after].filter(Boolean).join(', ')
  return (
    <Dialog
      // A new conflict resets the dialog.
      key={theirs.version}
      {...dialog}
      saved={{ actor, record, when }}
      version={theirs.version}
      fields={isListed ? fields.filter(isListed) : fields}
    />
  )
}

const WORDS = ['', 'a minute', 'two minutes', 'three minutes', 'four minutes', 'five minutes']
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** `two minutes after you opened it`; undefined for an earlier save, because clocks differ. */
export function afterOpening(savedAt: string, openedAtMs: number): string | undefined {
  const ms = Date.parse(savedAt) - openedAtMs
  if (!(ms > 0)) return undefined
  if (ms < MINUTE_MS) return 'less than a minute after you opened it'
  if (ms >= HOUR_MS) return 'more than an hour after you opened it'
  const minutes = Math.floor(ms / MINUTE_MS)
  return `${WORDS[minutes] ?? `${minutes} minutes`} after you opened it`
}

import { whenInSentence } from '../format/format-time.ts'
import { useLazyDialog } from '../lazy/use-lazy-dialog.ts'
import type { ConflictProps } from './conflict-dialog.tsx'
import { afterOpening } from './conflict-text.ts'
import { type FieldTexts, type MergedField, merge } from './merge.ts'
import type { VersionedRecord } from './versioned-form.ts'

type Props = Omit<ConflictProps, 'saved' | 'version' | 'fields'> & {
  /** Name of the record. */
  record: string
  theirs: VersionedRecord
  by: string | undefined
  openedAtMs?: number
  /** Texts by field. */
  versions: { base: FieldTexts; mine: FieldTexts; theirs: FieldTexts }
  isListed?: (field: MergedField) => boolean
}

const load = async () => (await import('./conflict-dialog.tsx')).ConflictDialog

/** Compares the user's changes with another user's. Loads the dialog with the first conflict. */
export function Conflict({ record, theirs, by, openedAtMs, versions, isListed, ...dialog }: Props) {
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
      saved={{ by, record, when }}
      version={theirs.version}
      fields={isListed ? fields.filter(isListed) : fields}
    />
  )
}

import type { ComponentProps } from 'react'
import { Conflict } from '../kit/record/conflict.tsx'
import { ChangedNotice } from '../kit/record/edit-notices.tsx'
import type { Values } from '../kit/record/merge.ts'
import { Notice } from '../ui/notice.tsx'
import type { AccessRecord } from './use-access-form.ts'

type NoticesProps<R extends AccessRecord> = {
  isMerged: boolean
  newer: R | undefined
  compare: (newer: R) => void
}

/** Two versions are merged in the form, or another user has saved while it is changed. */
export function AccessNotices<R extends AccessRecord>({ isMerged, newer, compare }: NoticesProps<R>) {
  return (
    <>
      {isMerged && (
        <Notice tone="info" live>
          Both changes are in the form now. Look at what saving changes, then save.
        </Notice>
      )}
      {newer && (
        <ChangedNotice
          version={newer}
          by={newer.updated_by?.name ?? 'The system'}
          onShow={() => compare(newer)}
        />
      )}
    </>
  )
}

type ConflictProps = Pick<
  ComponentProps<typeof Conflict>,
  'noun' | 'labelOf' | 'versions' | 'onSave' | 'onDiscard' | 'onBack'
> & {
  name: string
  theirs: AccessRecord
  /** How the text of a field is read, where it is another. */
  shown?: (name: string, text: string) => string
}

/** Two versions of a role, policy or user, compared item by item. */
export function AccessConflict({ name, shown = (_, text) => text, onSave, ...conflict }: ConflictProps) {
  const isItem = (name: string) => name.includes(' ')
  return (
    <Conflict
      {...conflict}
      record={name}
      by={conflict.theirs.updated_by?.name}
      // Items without a change are many.
      isListed={(field) => field.changed !== 'equal' || !isItem(field.name) || field.base !== field.theirs}
      shown={(field, text) => (text ? shown(field, text) : isItem(field) ? 'not chosen' : 'empty')}
      save="Take the result"
      onSave={(result: Values) => onSave({ ...conflict.versions.theirs, ...result })}
    />
  )
}

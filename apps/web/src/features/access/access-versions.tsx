import type { ComponentProps } from 'react'
import { Conflict } from '../../kit/record/conflict.tsx'
import { ChangedNotice } from '../../kit/record/edit-notices.tsx'
import type { FieldTexts } from '../../kit/record/merge.ts'
import { Notice } from '../../ui/notice.tsx'
import type { AccessRecord } from './use-access-form.ts'

type NoticesProps<R extends AccessRecord> = {
  isMerged: boolean
  newer: R | undefined
  compare: (newer: R) => void
}

/** Notices about merged versions and about a version that another user saved. */
export function AccessNotices<R extends AccessRecord>({ isMerged, newer, compare }: NoticesProps<R>) {
  return (
    <>
      {isMerged && (
        <Notice tone="info" live>
          Both changes are now in the form. Check the impact, then save.
        </Notice>
      )}
      {newer && (
        <ChangedNotice
          version={newer}
          actor={newer.updated_by?.name ?? 'The system'}
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
  /** The displayed text of a field. */
  shown?: (name: string, text: string) => string
}

/** Two versions of a role, policy or user, compared item by item. */
export function AccessConflict({ name, shown = (_, text) => text, onSave, ...conflict }: ConflictProps) {
  const isItem = (name: string) => name.includes(' ')
  return (
    <Conflict
      {...conflict}
      record={name}
      actor={conflict.theirs.updated_by?.name}
      // Leaves out the many unchanged items.
      isListed={(field) => field.changed !== 'equal' || !isItem(field.name) || field.base !== field.theirs}
      shown={(field, text) => (text ? shown(field, text) : isItem(field) ? 'not chosen' : 'empty')}
      save="Use this result"
      onSave={(result: FieldTexts) => onSave({ ...conflict.versions.theirs, ...result })}
    />
  )
}

import type { ComponentProps } from 'react'
import { Conflict } from '../kit/record/conflict.tsx'
import type { Values } from '../kit/record/merge.ts'
import type { AccessRecord } from './use-access-form.ts'

type Props = Pick<
  ComponentProps<typeof Conflict>,
  'noun' | 'busy' | 'labelOf' | 'versions' | 'onSave' | 'onDiscard' | 'onBack'
> & {
  name: string
  theirs: AccessRecord
  /** How the text of a field is read, where it is another. */
  shown?: (name: string, text: string) => string
}

/** Two versions of a role, policy or user, compared item by item. */
export function AccessConflict({ name, shown = (_, text) => text, onSave, ...conflict }: Props) {
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

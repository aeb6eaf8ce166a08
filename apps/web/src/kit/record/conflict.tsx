import type { TableDeclaration } from '@backoffice/contract/table'
import { errorMessage } from '../../net/api-error.ts'
import { whenInSentence } from '../format-time.ts'
import { toastFailed } from '../toast.ts'
import { useLazyModule } from '../use-lazy-module.ts'
import type { ConflictProps } from './conflict-dialog.tsx'
import { afterOpening } from './conflict-text.ts'
import { merge, type Values } from './merge.ts'
import { useReferenceNames } from './references.ts'
import { type Row, recordFields, shownValue, titleOf, valuesOf } from './rows.ts'

export type ConflictState = { base: Row; mine: Values; theirs: Row; openedAtMs: number }

type Props = Pick<ConflictProps, 'busy' | 'onSave' | 'onDiscard' | 'onBack'> & {
  table: TableDeclaration
  conflict: ConflictState
}

const load = async () => (await import('./conflict-dialog.tsx')).ConflictDialog

/** The conflict of a row, in the words of its table. The dialog is loaded with the first one. */
export function Conflict({ table, conflict, ...dialog }: Props) {
  const { mine, theirs, openedAtMs } = conflict
  const fields = recordFields(table)
  const base = valuesOf(table, conflict.base)
  const saved = valuesOf(table, theirs)
  const namesOf = useReferenceNames(table, fields, (name) => [
    base[name] ?? '',
    mine[name] ?? '',
    saved[name] ?? '',
  ])
  const Dialog = useLazyModule(load, true, (error) => {
    dialog.onBack()
    toastFailed(errorMessage(error))
  })
  if (!Dialog) return null
  const fieldOf = (name: string) => fields.find((field) => field.name === name)
  const after = afterOpening(theirs.updated_at, openedAtMs)
  return (
    <Dialog
      {...dialog}
      noun={table.noun}
      saved={{
        by: theirs.updated_by,
        record: titleOf(table, theirs),
        when: [whenInSentence(theirs.updated_at), after].filter(Boolean).join(', '),
      }}
      version={theirs.version}
      fields={merge(
        base,
        mine,
        saved,
        fields.map(({ name }) => name),
      )}
      labelOf={(name) => fieldOf(name)?.label ?? name}
      shown={(name, value) => {
        const field = fieldOf(name)
        if (!field) return value
        return (
          namesOf(field, value) ??
          (name === 'effective_to' && value === '' ? 'no end' : shownValue(field, value))
        )
      }}
    />
  )
}

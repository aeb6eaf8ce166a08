import { whenInSentence } from '../kit/format-time.ts'
import type { ConflictProps } from '../kit/record/conflict-dialog.tsx'
import { merge, type Values } from '../kit/record/merge.ts'
import { toastFailed } from '../kit/toast.ts'
import { useLazyModule } from '../kit/use-lazy-module.ts'
import { errorMessage } from '../net/api-error.ts'
import type { AccessRecord } from './use-access-form.ts'

type Props = Pick<ConflictProps, 'noun' | 'busy' | 'labelOf' | 'onSave' | 'onDiscard' | 'onBack'> & {
  name: string
  theirs: AccessRecord
  /** As text by field, with an entry of its own for each item of a list. */
  versions: { base: Values; mine: Values; theirs: Values }
  /** How the text of a field is read, where it is another. */
  shown?: (name: string, text: string) => string
}

const load = async () => (await import('../kit/record/conflict-dialog.tsx')).ConflictDialog

/** Somebody saved the record while it was edited here: what each changed, item by item. */
export function AccessConflict({
  name,
  theirs,
  versions,
  shown = (_, text) => text,
  onSave,
  ...dialog
}: Props) {
  const Dialog = useLazyModule(load, true, (error) => {
    dialog.onBack()
    toastFailed(errorMessage(error))
  })
  if (!Dialog) return null
  const { base, mine } = versions
  const names = new Set([...Object.keys(base), ...Object.keys(mine), ...Object.keys(versions.theirs)])
  const isItem = (name: string) => name.includes(' ')
  return (
    <Dialog
      {...dialog}
      saved={{
        by: theirs.updated_by?.name,
        record: name,
        when: whenInSentence(theirs.updated_at),
      }}
      version={theirs.version}
      // Items that nobody has touched are many.
      fields={merge(base, mine, versions.theirs, [...names]).filter(
        (field) => field.changed !== 'equal' || !isItem(field.name) || field.base !== field.theirs,
      )}
      shown={(field, text) => (text ? shown(field, text) : isItem(field) ? 'not chosen' : 'empty')}
      save="Take the result"
      onSave={(result) => onSave({ ...versions.theirs, ...result })}
    />
  )
}

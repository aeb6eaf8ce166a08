import type { UserRow } from '@backoffice/contract/users'
import { useQuery } from '@tanstack/react-query'
import { policyOptionsQuery, roleOptionsQuery } from '../../access/access-queries.ts'
import { whenInSentence } from '../../kit/format-time.ts'
import type { ConflictProps } from '../../kit/record/conflict-dialog.tsx'
import { merge } from '../../kit/record/merge.ts'
import { toastFailed } from '../../kit/toast.ts'
import { useLazyModule } from '../../kit/use-lazy-module.ts'
import { errorMessage } from '../../net/api-error.ts'
import type { UserValues } from './profile-fields.tsx'
import { asText, fieldLabel, fromText, MERGED_NAMES, valuesOf } from './user-values.ts'
import { fullName } from './user-words.ts'

type Props = Pick<ConflictProps, 'busy' | 'onDiscard' | 'onBack'> & {
  base: UserRow
  mine: UserValues
  theirs: UserRow
  onSave: (result: UserValues) => void
}

const load = async () => (await import('../../kit/record/conflict-dialog.tsx')).ConflictDialog

/** Somebody saved the user while they were edited here. */
export function UserConflict({ base, mine, theirs, onSave, ...dialog }: Props) {
  const { data: roles = [] } = useQuery(roleOptionsQuery)
  const { data: policies = [] } = useQuery(policyOptionsQuery)
  const Dialog = useLazyModule(load, true, (error) => {
    dialog.onBack()
    toastFailed(errorMessage(error))
  })
  if (!Dialog) return null
  const named = [
    ...roles,
    ...policies,
    ...[base, theirs].flatMap(({ role, extra_policies }) => [role, ...extra_policies]),
  ]
  const nameOf = (id: string) => named.find((each) => each.id === id)?.name ?? id
  return (
    <Dialog
      {...dialog}
      noun="user"
      saved={{ by: undefined, record: fullName(theirs), when: whenInSentence(theirs.updated_at) }}
      version={theirs.version}
      fields={merge(asText(valuesOf(base)), asText(mine), asText(valuesOf(theirs)), MERGED_NAMES)}
      labelOf={fieldLabel}
      shown={(name, value) => {
        if (value === '') return name === 'extra_policies' ? 'none' : 'empty'
        if (name === 'role_id') return nameOf(value)
        return name === 'extra_policies' ? fromText(value).map(nameOf).join(', ') : value
      }}
      onSave={(result) =>
        onSave({ ...mine, ...result, extra_policies: fromText(result.extra_policies ?? '') })
      }
    />
  )
}

import type { Permission } from '@backoffice/contract/access'
import { useMutation } from '@tanstack/react-query'
import { ConfirmButton } from '../kit/confirm-button.tsx'
import { PermissionGate } from '../kit/permission-gate.tsx'
import { performWrite } from '../kit/record/write.ts'
import { errorMessage } from '../net/api-error.ts'

type Props = {
  permission: Permission
  noun: string
  name: string
  remove: () => Promise<unknown>
  refresh: () => Promise<void>
  onDone: () => void
}

/** Asks first; one in use is not deleted, and the question then says who uses it. */
export function DeleteRecord({ permission, noun, name, remove, refresh, onDone }: Props) {
  const deletion = useMutation({
    mutationFn: () =>
      performWrite({ run: remove, done: () => `${name} deleted`, refresh, onDone }, undefined),
  })
  return (
    <PermissionGate permission={permission}>
      <ConfirmButton
        title={`Delete ${name}?`}
        message={`The ${noun} is gone for good; its history stays.`}
        yes={`Delete ${noun}`}
        no={`Keep ${noun}`}
        busy={deletion.isPending}
        problem={deletion.error ? errorMessage(deletion.error) : undefined}
        onAsk={() => deletion.reset()}
        onYes={() => deletion.mutate()}
      >
        Delete
      </ConfirmButton>
    </PermissionGate>
  )
}

import type { Permission } from '@backoffice/contract/access'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { PermissionGate } from '../kit/permission-gate.tsx'
import { createLink, listLink } from '../kit/record/record-links.ts'
import { performWrite } from '../kit/record/write.ts'
import { toastFailed } from '../kit/toast.ts'
import { useLazyModule } from '../kit/use-lazy-module.ts'
import { errorMessage } from '../net/api-error.ts'
import { Button, buttonVariant } from '../ui/button.tsx'
import { refreshAccess } from './access-queries.ts'
import type { Use } from './delete-dialog.tsx'
import css from './record-buttons.module.css'

const load = async () => (await import('./delete-dialog.tsx')).DeleteDialog

type Props = {
  of: { readonly path: string; readonly noun: 'role' | 'policy' }
  record: { id: string; name: string; is_system: boolean }
  uses: readonly Use[]
  /** The call. */
  remove: () => Promise<unknown>
  onDeleted: () => void
}

/** What can be done with a role or policy: those of the system are only copied. */
export function RecordButtons({ of, record, uses, remove, onDeleted }: Props) {
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const { noun } = of
  const DeleteDialog = useLazyModule(load, isAsking, (error) => {
    setAsking(false)
    toastFailed(errorMessage(error))
  })
  const deletion = useMutation({
    mutationFn: () =>
      performWrite({ run: remove, done: () => `${record.name} deleted`, refresh: refreshAccess }, undefined),
    onSuccess: () => {
      setAsking(false)
      onDeleted()
      void navigate({ ...listLink(of), ignoreBlocker: true })
    },
  })
  // Both exist for either noun.
  const permission = (action: 'create' | 'delete'): Permission => `${noun}:${action}`
  return (
    <div className={css.buttons}>
      {!record.is_system && (
        <PermissionGate permission={permission('delete')}>
          <Button
            variant="danger"
            onClick={() => {
              deletion.reset()
              setAsking(true)
            }}
          >
            Delete
          </Button>
        </PermissionGate>
      )}
      <PermissionGate permission={permission('create')}>
        <Link {...createLink(of, record.id)} {...buttonVariant(record.is_system ? 'primary' : 'plain')}>
          Copy
        </Link>
      </PermissionGate>
      {isAsking && DeleteDialog && (
        <DeleteDialog
          noun={noun}
          name={record.name}
          uses={uses}
          busy={deletion.isPending}
          error={deletion.error}
          onDelete={() => !deletion.isPending && deletion.mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}

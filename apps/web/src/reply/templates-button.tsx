import type { TemplateKind } from '@backoffice/contract/reply/templates'
import { type ComponentProps, useCallback, useState } from 'react'
import { PermissionGate } from '../kit/permission-gate.tsx'
import { toastFailed } from '../kit/toast.ts'
import { useLazyModule } from '../kit/use-lazy-module.ts'
import { errorMessage } from '../net/api-error.ts'
import { Button } from '../ui/button.tsx'

type Props = Pick<ComponentProps<typeof Button>, 'variant' | 'children'> & {
  /** The template to show first. */
  kind: TemplateKind
}

const loadEditor = () => import('./templates-dialog.tsx')

/** Opens the editor of the reply templates. */
export function TemplatesButton({ kind, ...button }: Props) {
  const [isOpen, setOpen] = useState(false)
  const failed = useCallback((error: unknown) => {
    toastFailed(errorMessage(error))
    setOpen(false)
  }, [])
  const editor = useLazyModule(loadEditor, isOpen, failed)
  return (
    <>
      <PermissionGate permission="case:resolve">
        <Button {...button} onClick={() => setOpen(true)} />
      </PermissionGate>
      {isOpen && editor && <editor.TemplatesDialog kind={kind} onClose={() => setOpen(false)} />}
    </>
  )
}

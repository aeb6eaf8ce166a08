import type { TemplateFormat } from '@backoffice/contract/reply/templates'
import { type ComponentProps, useState } from 'react'
import { PermissionGate } from '../../kit/access/permission-gate.tsx'
import { useLazyDialog } from '../../kit/lazy/use-lazy.tsx'
import { Button } from '../../ui/button.tsx'

type Props = Pick<ComponentProps<typeof Button>, 'variant' | 'children'> & {
  /** The template to show first. */
  kind: TemplateFormat
}

const loadEditor = () => import('./templates-dialog.tsx')

/** Opens the editor of the reply templates. */
export function TemplatesButton({ kind, ...button }: Props) {
  const [isOpen, setOpen] = useState(false)
  const editor = useLazyDialog(loadEditor, isOpen, () => setOpen(false))
  return (
    <>
      <PermissionGate permission="case:resolve">
        <Button {...button} onClick={() => setOpen(true)} />
      </PermissionGate>
      {isOpen && editor && <editor.TemplatesDialog kind={kind} onClose={() => setOpen(false)} />}
    </>
  )
}

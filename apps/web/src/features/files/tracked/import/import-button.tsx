import { useEffect, useEffectEvent, useState } from 'react'
import { usePermission } from '../../../../kit/access/permission.ts'
import { PermissionGate } from '../../../../kit/access/permission-gate.tsx'
import { useLazyDialog } from '../../../../kit/lazy/use-lazy.tsx'
import { useStartOnScreen } from '../../../../kit/navigation/start-on-screen.ts'
import { Button } from '../../../../ui/button.tsx'
import { importsOf } from '../categories.ts'
import { useOpenWhenDone } from '../upload/upload.ts'
import { chooseFiles, preloadUpload } from '../upload/upload-on-demand.tsx'

const load = async () => (await import('./import-dialog.tsx')).ImportDialog

function preload(): void {
  load().catch(() => undefined)
  preloadUpload()
}

type Props = { category: string; label?: string }

/** Opens an import into the category; so do files dropped anywhere on the screen. */
export function ImportButton({ category, label = 'Import' }: Props) {
  const needs = [importsOf({ category }).permission, 'file:upload'] as const
  const { isShown, isAllowed, guard } = usePermission(needs)
  const [isOpen, setOpen] = useState(false)
  const ImportDialog = useLazyDialog(load, isOpen, () => setOpen(false))
  useOpenWhenDone(category)
  useStartOnScreen(needs[0], () => setOpen(true))
  const choose = guard((files: readonly File[]) => {
    setOpen(true)
    chooseFiles(files, category)
  })
  useDroppedFiles((files) => isShown && choose(files))
  if (!isShown) return null
  return (
    <>
      <PermissionGate permission={needs}>
        <Button
          onPointerEnter={isAllowed ? preload : undefined}
          onFocus={isAllowed ? preload : undefined}
          onClick={() => setOpen(true)}
        >
          {label}
        </Button>
      </PermissionGate>
      {isOpen && ImportDialog && <ImportDialog category={category} onClose={() => setOpen(false)} />}
    </>
  )
}

function useDroppedFiles(onDrop: (files: readonly File[]) => void): void {
  const drop = useEffectEvent(onDrop)
  useEffect(() => {
    const listeners = new AbortController()
    const { signal } = listeners
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true
    // File inputs handle drops themselves.
    const isInput = ({ target }: DragEvent) => target instanceof HTMLInputElement
    addEventListener(
      'dragover',
      (event) => {
        if (hasFiles(event) && !isInput(event)) event.preventDefault()
      },
      { signal },
    )
    addEventListener(
      'drop',
      (event) => {
        const files = [...(event.dataTransfer?.files ?? [])]
        if (files.length === 0 || isInput(event)) return
        event.preventDefault()
        drop(files)
      },
      { signal },
    )
    return () => listeners.abort()
  }, [])
}

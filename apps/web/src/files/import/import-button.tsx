import { hasModule, may, moduleOf } from '@backoffice/contract/access'
import { type TableDeclaration, tablePermission } from '@backoffice/contract/table'
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { toastDenied, toastFailed } from '../../kit/toast.ts'
import { useLazyModule } from '../../kit/use-lazy-module.ts'
import { errorMessage } from '../../net/api-error.ts'
import { useUser } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { chooseFiles, preloadUpload } from '../upload/upload-on-demand.ts'
import { useOpenWhenDone } from '../upload/use-open-when-done.ts'

const load = async () => (await import('./import-dialog.tsx')).ImportDialog

function preload(): void {
  load().catch(() => undefined)
  preloadUpload()
}

/** Opens the import of a table; a CSV that is dropped anywhere on the screen starts it. */
export function ImportButton({ table }: { table: TableDeclaration }) {
  const user = useUser()
  const permission = tablePermission(table, 'import')
  const isAllowed = may(user, permission) && may(user, 'file:upload')
  const [isOpen, setOpen] = useState(false)
  const onLoadError = useCallback((error: unknown) => {
    setOpen(false)
    toastFailed(errorMessage(error))
  }, [])
  const ImportDialog = useLazyModule(load, isOpen, onLoadError)
  useOpenWhenDone(table.category)
  useDroppedFile((file) => {
    if (!isAllowed) return toastDenied()
    setOpen(true)
    chooseFiles([file], table.category)
  })
  if (!hasModule(user, moduleOf(permission))) return null
  return (
    <>
      <Button
        aria-disabled={!isAllowed || undefined}
        onPointerEnter={isAllowed ? preload : undefined}
        onFocus={isAllowed ? preload : undefined}
        onClick={isAllowed ? () => setOpen(true) : toastDenied}
      >
        Import
      </Button>
      {isOpen && ImportDialog && <ImportDialog table={table} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Of several files the first: each import is confirmed by itself. */
function useDroppedFile(onDrop: (file: File) => void): void {
  const drop = useEffectEvent(onDrop)
  useEffect(() => {
    const listeners = new AbortController()
    const { signal } = listeners
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true
    // A file input takes what is dropped on it by itself.
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
        const [file] = event.dataTransfer?.files ?? []
        if (!file || isInput(event)) return
        event.preventDefault()
        drop(file)
      },
      { signal },
    )
    return () => listeners.abort()
  }, [])
}

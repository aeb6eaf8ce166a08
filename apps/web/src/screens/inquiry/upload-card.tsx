import { hasModule, may } from '@backoffice/contract/access'
import { MAX_ROW_RANGE_DAYS } from '@backoffice/contract/endpoints/inquiries'
import { useNavigate } from '@tanstack/react-router'
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { PermissionGate } from '../../kit/permission-gate.tsx'
import { toastDenied, toastFailed } from '../../kit/toast.ts'
import { ACCEPTED_TYPES, chooseFiles, loadUploading } from '../../kit/upload/choose-files.ts'
import { useInterrupted } from '../../kit/upload/interrupted.ts'
import { useUploads } from '../../kit/upload/upload.ts'
import { useLazyModule } from '../../kit/use-lazy-module.ts'
import { useUser } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import css from './upload-card.module.css'

const loadInterrupted = () => import('./interrupted-uploads.tsx')
const loadProgress = () => import('../../kit/upload/upload-progress.tsx')

export function UploadCard() {
  const user = useUser()
  const { uploads } = useUploads()
  useOpenWhenDone()
  const isShown = uploads.length > 0
  const progress = useLazyModule(loadProgress, isShown, tellMissing)
  const { keys } = useInterrupted()
  const interrupted = useLazyModule(loadInterrupted, keys.length > 0, ignore)
  if (!hasModule(user, 'Files')) return null
  return (
    <Card
      title="Inquiry from a file"
      aside={
        <a href="/templates/smac_inquiry_cards_v1.csv" download>
          <Icon name="download" size={14} /> Template
        </a>
      }
    >
      {interrupted && <interrupted.InterruptedUploads />}
      <DropZone allowed={may(user, 'file:upload')} isCompact={isShown}>
        {isShown && progress && (
          <ul className={css.uploads} aria-label="Uploads">
            {uploads.map((upload) => (
              <li key={upload.id}>
                <progress.UploadProgress upload={upload} />
              </li>
            ))}
          </ul>
        )}
      </DropZone>
    </Card>
  )
}

/** The file's own screen offers the same. */
const ignore = () => undefined

function tellMissing(): void {
  toastFailed(
    'The progress cannot be shown because a part of this page could not be loaded. The upload continues.',
  )
}

/** On the way to choosing a file; what fails here is told when it is wanted. */
function fetchAhead(): void {
  Promise.all([loadUploading(), loadProgress()]).catch(() => undefined)
}

/**
 * Opens a file once it is registered, which may be before this screen is there, unless its owner left meanwhile.
 * One of several stays in the list with a link: the others are still to be watched.
 */
function useOpenWhenDone(): void {
  const navigate = useNavigate()
  const { uploads } = useUploads()
  useEffect(() => {
    noteLeft(false)
    return () => noteLeft(true)
  }, [])
  useEffect(() => {
    const [only, ...others] = uploads
    if (only?.step !== 'done' || !only.ticket || !only.opensWhenDone || only.isLeft || others.length > 0)
      return
    useUploads.setState({ uploads: [] })
    void navigate({ to: '/files/$source_filekey', params: { source_filekey: only.ticket.sourceFilekey } })
  }, [uploads, navigate])
}

/** What was registered while its owner was elsewhere is in the list of files, and is not opened. */
function noteLeft(isLeft: boolean): void {
  useUploads.setState(({ uploads }) => ({
    uploads: uploads
      .filter((upload) => upload.step !== 'done' || (!upload.isLeft && !isLeft))
      .map((upload) => ({ ...upload, isLeft })),
  }))
}

function DropZone({
  allowed,
  isCompact,
  children,
}: {
  allowed: boolean
  isCompact: boolean
  children: ReactNode
}) {
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    const files = [...event.dataTransfer.files]
    if (!allowed) toastDenied()
    else if (files.length > 0) chooseFiles(files)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button is the one for all
    <div
      className={css.zone}
      data-over={over || undefined}
      onPointerEnter={fetchAhead}
      onFocus={fetchAhead}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
      {!isCompact && (
        <div className={css.words}>
          <strong>Drop CSV files here</strong>
          <p>
            One row per card: <code>card_number</code>, and if you like <code>date_from</code>,{' '}
            <code>date_to</code> (YYYY-MM-DD, at most {MAX_ROW_RANGE_DAYS} days) and <code>reference_no</code>
            .
          </p>
          <p>CSV in UTF-8, up to 1,000,000 rows or 100 MB. Nothing runs before you have seen the check.</p>
        </div>
      )}
      <input
        ref={input}
        type="file"
        multiple
        accept={ACCEPTED_TYPES}
        aria-label="Upload file"
        hidden
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          // The same file, once corrected, can be chosen again.
          event.target.value = ''
          if (files.length > 0) chooseFiles(files)
        }}
      />
      <PermissionGate permission="file:upload">
        <Button
          variant={isCompact ? 'plain' : 'primary'}
          icon={<Icon name="upload" />}
          onClick={() => input.current?.click()}
        >
          {isCompact ? 'Upload more' : 'Upload file'}
        </Button>
      </PermissionGate>
    </div>
  )
}

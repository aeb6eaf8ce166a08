import { hasModule, may } from '@backoffice/contract/access'
import { MAX_ROW_RANGE_DAYS } from '@backoffice/contract/endpoints/inquiries'
import { useNavigate } from '@tanstack/react-router'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { Gate } from '../../kit/gate.tsx'
import { toastDenied, toastFailed } from '../../kit/toast.ts'
import { ACCEPTED_TYPES, chooseFile, loadUploading } from '../../kit/upload/choose-file.ts'
import { IDLE, isUnderWay, useUpload } from '../../kit/upload/upload.ts'
import { useFetched } from '../../kit/use-fetched.ts'
import { useUser } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import css from './upload-card.module.css'

const loadProgress = () => import('./upload-progress.tsx')

export function UploadCard() {
  const user = useUser()
  const upload = useUpload()
  useOpenWhenDone()
  const isShown = isUnderWay(upload) || upload.step === 'done' || upload.step === 'failed'
  const progress = useFetched(loadProgress, isShown, tellMissing)
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
      <div className={css.stage}>
        {isShown ? (
          progress && <progress.UploadProgress upload={upload} />
        ) : (
          <DropZone allowed={may(user, 'file:upload')} />
        )}
      </div>
    </Card>
  )
}

function tellMissing(): void {
  toastFailed(
    'The progress cannot be shown because a part of this page could not be loaded. The upload continues.',
  )
}

/** On the way to choosing a file; what fails here is told when it is wanted. */
function fetchAhead(): void {
  Promise.all([loadUploading(), loadProgress()]).catch(() => undefined)
}

/** Opens the file once it is registered, which may be before this screen is there, unless its owner left meanwhile. */
function useOpenWhenDone(): void {
  const navigate = useNavigate()
  const { step, ticket, isLeft } = useUpload()
  useEffect(() => {
    const note = (isLeft: boolean) => useUpload.setState((now) => (now.step === 'done' ? now : { isLeft }))
    note(false)
    return () => note(true)
  }, [])
  useEffect(() => {
    if (step !== 'done' || !ticket) return
    useUpload.setState(IDLE)
    if (!isLeft)
      void navigate({ to: '/files/$source_filekey', params: { source_filekey: ticket.sourceFilekey } })
  }, [step, ticket, isLeft, navigate])
}

function DropZone({ allowed }: { allowed: boolean }) {
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (!allowed) toastDenied()
    else if (file) chooseFile(file)
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
      <div className={css.words}>
        <strong>Drop a CSV file here</strong>
        <p>
          One row per card: <code>card_number</code>, and if you like <code>date_from</code>,{' '}
          <code>date_to</code> (YYYY-MM-DD, at most {MAX_ROW_RANGE_DAYS} days) and <code>reference_no</code>.
        </p>
        <p>CSV in UTF-8, up to 1,000,000 rows or 100 MB. Nothing runs before you have seen the check.</p>
      </div>
      <input
        ref={input}
        type="file"
        accept={ACCEPTED_TYPES}
        aria-label="Upload file"
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? []
          // The same file, once corrected, can be chosen again.
          event.target.value = ''
          if (file) chooseFile(file)
        }}
      />
      <Gate permission="file:upload">
        <Button look="primary" icon={<Icon name="upload" />} onClick={() => input.current?.click()}>
          Upload file
        </Button>
      </Gate>
    </div>
  )
}

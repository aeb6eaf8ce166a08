import { may } from '@backoffice/contract/access'
import { MAX_ROW_RANGE_DAYS } from '@backoffice/contract/inquiries'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { usePermission } from '../../kit/access/permission.ts'
import { PermissionGate } from '../../kit/access/permission-gate.tsx'
import { ErrorBoundary } from '../../kit/feedback/error-notice.tsx'
import { useLazyModule } from '../../kit/lazy/use-lazy.tsx'
import { ListCard } from '../../kit/list/list-card.tsx'
import { useList } from '../../kit/list/use-list.ts'
import { useUser } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useFileBatch } from '../files/tracked/batch/use-file-batch.tsx'
import { FILES, useFiles } from '../files/tracked/files-list.tsx'
import { useInterrupted } from '../files/tracked/upload/interrupted.ts'
import { useOpenWhenDone, useUploads } from '../files/tracked/upload/upload.ts'
import {
  ACCEPTED_TYPES,
  chooseFiles,
  LazyUploadProgress,
  preloadUpload,
} from '../files/tracked/upload/upload-on-demand.tsx'
import { INQUIRY_FILES } from './inquiry-queries.ts'
import css from './upload-card.module.css'

export function FilesTab() {
  const user = useUser()
  return (
    <>
      <ErrorBoundary what="The upload">
        <UploadCard />
      </ErrorBoundary>
      {may(user, 'file:view') && (
        <ErrorBoundary what="The tracked files">
          <FilesCard />
        </ErrorBoundary>
      )}
    </>
  )
}

const FILES_INQUIRY_FILES = { ...FILES, fixed: INQUIRY_FILES }

function FilesCard() {
  const state = useList(FILES_INQUIRY_FILES)
  const result = useFiles(state.query)
  const { bulk, menu, dialog } = useFileBatch(() => state.select(new Map()))
  return (
    <>
      <ListCard
        state={state}
        result={result}
        bulk={bulk}
        menu={menu}
        searchLabel="Search by file name"
        empty={<EmptyState title="No files yet">Upload a file to track it here.</EmptyState>}
      />
      {dialog}
    </>
  )
}

const CATEGORY = 'SMAC_INQUIRY'

const loadInterrupted = () => import('./interrupted-uploads.tsx')

function UploadCard() {
  const { isShown: hasFiles } = usePermission('file:upload')
  const all = useUploads((state) => state.uploads)
  const uploads = all.filter(({ category }) => category === CATEGORY)
  useOpenWhenDone(CATEGORY)
  const isShown = uploads.length > 0
  const { keys } = useInterrupted()
  // Without it, the file's own screen still offers to resume the upload.
  const interrupted = useLazyModule(loadInterrupted, keys.length > 0)
  if (!hasFiles) return null
  return (
    <Card
      title="Inquiry from a file"
      aside={
        <span className={css.templates}>
          <a href="/templates/smac_inquiry_cards_v1.csv" download>
            <Icon name="download" size={14} /> Template
          </a>
          <a href="/templates/smac_inquiry_cards_v1.xlsx" download>
            Excel template
          </a>
        </span>
      }
    >
      {interrupted && <interrupted.InterruptedUploads />}
      <DropZone isCompact={isShown}>
        {isShown && (
          <ul className={css.uploads} aria-label="Uploads">
            {uploads.map((upload) => (
              <li key={upload.id}>
                <LazyUploadProgress upload={upload} />
              </li>
            ))}
          </ul>
        )}
      </DropZone>
    </Card>
  )
}

function DropZone({ isCompact, children }: { isCompact: boolean; children: ReactNode }) {
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const { guard } = usePermission('file:upload')
  const upload = guard((files: readonly File[]) => {
    if (files.length > 0) chooseFiles(files, CATEGORY)
  })

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    upload([...event.dataTransfer.files])
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same for keyboard and screen reader
    <div
      className={css.zone}
      data-over={over || undefined}
      onPointerEnter={preloadUpload}
      onFocus={preloadUpload}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
      {!isCompact && (
        <div className={css.instructions}>
          <strong>Drop CSV or Excel files here</strong>
          <p>
            One row per card: <code>card_number</code>; optional: <code>date_from</code>, <code>date_to</code>{' '}
            (YYYY-MM-DD, at most {MAX_ROW_RANGE_DAYS} days) and <code>reference_no</code>.
          </p>
          <p>Files of other systems are fine: you match their columns before the check.</p>
          <p>
            CSV in UTF-8 or Excel (.xlsx, .xlsm), up to 1,000,000 rows or 100 MB. Nothing runs until you
            confirm.
          </p>
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
          // Otherwise choosing the same file again fires no event.
          event.target.value = ''
          upload(files)
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

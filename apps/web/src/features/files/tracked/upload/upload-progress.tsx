import { Link } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'
import { PermissionGate } from '../../../../kit/access/permission-gate.tsx'
import { size, timeLeft } from '../../../../kit/format/format-number.ts'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { Progress } from '../../../../ui/progress.tsx'
import { isActive, type Step, sentBytes, type Upload, useShownUploads } from './upload.ts'
import css from './upload-progress.module.css'
import { dispatch } from './upload-runner.ts'

const LABELS: Readonly<Record<Step, string>> = {
  idle: '',
  queued: 'Queued',
  checking: 'Checking…',
  signing: 'Preparing…',
  uploading: 'Uploading',
  registering: 'Finishing…',
  done: 'Uploaded',
  failed: 'Not uploaded',
  cancelled: 'Cancelled',
}

export function UploadProgress({ upload }: { upload: Upload }) {
  const { id, step, name, reason, resumeAt, ticket } = upload
  useShown(id)
  const rate = useUploadRate(upload)
  const sent = sentBytes(upload)
  if (step === 'failed') {
    return (
      <Notice
        tone="bad"
        title={`${name} was not uploaded.`}
        live
        action={
          <>
            {resumeAt && (
              <PermissionGate permission="file:upload">
                <Button onClick={() => dispatch(id, { type: 'retry' })}>Try again</Button>
              </PermissionGate>
            )}
            <Button onClick={() => dispatch(id, { type: resumeAt ? 'cancel' : 'reset' })}>
              {resumeAt ? 'Cancel' : 'Dismiss'}
            </Button>
          </>
        }
      >
        {reason.split('\n').map((line) => (
          <p key={line}>{line}</p>
        ))}
      </Notice>
    )
  }
  return (
    <div className={css.upload}>
      <strong className={css.name}>{name}</strong>
      <span className={css.state}>
        <span role="status">{LABELS[step]}</span>
        {step === 'uploading' && ` · ${size(sent)} of ${size(upload.size)}`}
        {rate && ` · ${size(rate.bytesPerSecond)}/s · ${timeLeft(rate.secondsLeft)}`}
      </span>
      {step === 'done' && ticket && (
        <Link
          to="/files/$source_filekey"
          params={{ source_filekey: ticket.sourceFilekey }}
          aria-label={`Open ${name}`}
        >
          Open
        </Link>
      )}
      {step !== 'registering' && step !== 'done' && (
        <Button
          variant="danger"
          aria-label={`Cancel the upload of ${name}`}
          onClick={() => dispatch(id, { type: 'cancel' })}
        >
          Cancel
        </Button>
      )}
      {isActive(upload) && (
        <div className={css.bar}>
          <Progress
            label={`Upload of ${name}`}
            value={step === 'uploading' ? (sent / upload.size) * 100 : null}
          />
        </div>
      )}
    </div>
  )
}

/** The header leaves out what the screen shows, from the first paint on. */
function useShown(id: string): void {
  useLayoutEffect(() => {
    useShownUploads.setState(({ ids }) => ({ ids: new Set(ids).add(id) }))
    return () =>
      useShownUploads.setState(({ ids }) => ({ ids: new Set([...ids].filter((each) => each !== id)) }))
  }, [id])
}

/** Undefined in the first second, while the rate is unstable. */
function useUploadRate(upload: Upload): { bytesPerSecond: number; secondsLeft: number } | undefined {
  const start = useRef<{ ms: number; bytes: number }>(undefined)
  if (upload.step !== 'uploading') {
    start.current = undefined
    return undefined
  }
  const bytes = sentBytes(upload)
  start.current ??= { ms: performance.now(), bytes }
  const seconds = (performance.now() - start.current.ms) / 1000
  const bytesPerSecond = (bytes - start.current.bytes) / seconds
  if (seconds < 1 || bytesPerSecond <= 0) return undefined
  return { bytesPerSecond, secondsLeft: (upload.size - bytes) / bytesPerSecond }
}

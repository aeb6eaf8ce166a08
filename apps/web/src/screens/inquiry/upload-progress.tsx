import { useRef } from 'react'
import { size, timeLeft } from '../../kit/figures.ts'
import { type Step, sentBytes, type Upload } from '../../kit/upload/upload.ts'
import { happened } from '../../kit/upload/upload-runner.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Progress } from '../../ui/progress.tsx'
import css from './upload-progress.module.css'

const WORDS: Readonly<Record<Step, string>> = {
  idle: '',
  checking: 'Checking…',
  signing: 'Preparing…',
  uploading: 'Uploading',
  registering: 'Almost there…',
  done: 'Uploaded',
  failed: 'Not uploaded',
  cancelled: 'Cancelled',
}

export function UploadProgress({ upload }: { upload: Upload }) {
  const { step, name, reason, resumeAt } = upload
  const pace = usePace(upload)
  const sent = sentBytes(upload)
  if (step === 'failed') {
    return (
      <Notice
        tone="bad"
        title={`${name} was not uploaded.`}
        live
        action={
          <>
            {resumeAt && <Button onClick={() => happened({ type: 'retry' })}>Try again</Button>}
            <Button onClick={() => happened({ type: resumeAt ? 'cancel' : 'reset' })}>
              {resumeAt ? 'Cancel' : 'Choose another file'}
            </Button>
          </>
        }
      >
        {reason}
      </Notice>
    )
  }
  return (
    <div className={css.progress}>
      <div className={css.line}>
        <strong>{name}</strong>
        <span role="status">{WORDS[step]}</span>
      </div>
      <Progress
        label={`Upload of ${name}`}
        value={step === 'uploading' ? (sent / upload.size) * 100 : null}
      />
      <div className={css.line}>
        <span>
          {size(sent)} of {size(upload.size)}
          {pace && ` · ${size(pace.bytesPerSecond)}/s · ${timeLeft(pace.secondsLeft)}`}
        </span>
        {step !== 'registering' && (
          <Button look="danger" onClick={() => happened({ type: 'cancel' })}>
            Cancel
          </Button>
        )}
      </div>
    </div>
  )
}

/** Known after the first second: before that it is a guess that jumps about. */
function usePace(upload: Upload): { bytesPerSecond: number; secondsLeft: number } | undefined {
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

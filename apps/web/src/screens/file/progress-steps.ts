import type { TrackedFile } from '@backoffice/contract/endpoints/files'
import { duration } from '../../kit/format-number.ts'

export type StepState = 'done' | 'active' | 'waiting' | 'stopped' | 'todo'
export type ProgressStep = { name: string; state: StepState; note: string }

type File = Pick<
  TrackedFile,
  | 'state'
  | 'created_at'
  | 'uploaded_at'
  | 'validating_at'
  | 'validated_at'
  | 'confirmed_at'
  | 'processing_at'
  | 'finished_at'
  | 'expires_at'
  | 'inquiry'
>

function between(from: string | null, to: string | number | null): string {
  if (from === null || to === null) return ''
  return duration((new Date(to).getTime() - Date.parse(from)) / 1000)
}

const STOPPED = {
  FAILED: 'failed',
  REJECTED: 'rejected',
  EXPIRED: 'expired',
  CANCELLED: 'cancelled',
} as const

/** The five steps of a file with how long each took. `nowMs`: the server's time. */
export function progressSteps(file: File, nowMs: number): ProgressStep[] {
  const { state, inquiry } = file
  const steps: ProgressStep[] = [
    { name: 'Uploaded', done: file.uploaded_at !== null, note: between(file.created_at, file.uploaded_at) },
    {
      name: 'Validated',
      done: file.validated_at !== null && state !== 'REJECTED',
      note: between(file.validating_at, file.validated_at),
    },
    {
      name: 'Confirmed',
      done: file.confirmed_at !== null,
      note: inquiry ? `by ${inquiry.confirmed_by.name}` : '',
    },
    {
      name: 'Processing',
      done: state === 'COMPLETED' || state === 'COMPLETED_WITH_ERRORS',
      note: between(file.processing_at, file.finished_at),
    },
    { name: 'Result', done: state === 'COMPLETED' || state === 'COMPLETED_WITH_ERRORS', note: 'ready' },
  ].map(({ name, done, note }) => ({ name, state: done ? 'done' : 'todo', note: done ? note : '' }))

  const current = steps.find((step) => step.state === 'todo')
  if (!current) return steps
  if (state in STOPPED) {
    current.state = 'stopped'
    current.note = STOPPED[state as keyof typeof STOPPED]
  } else Object.assign(current, progressOf(file, nowMs))
  return steps
}

function progressOf(file: File, nowMs: number): Pick<ProgressStep, 'state' | 'note'> {
  switch (file.state) {
    case 'VALIDATING':
      return { state: 'active', note: `${between(file.validating_at, nowMs)} so far` }
    case 'PROCESSING':
      return { state: 'active', note: `${between(file.processing_at, nowMs)} so far` }
    case 'AWAITING_CONFIRMATION':
      return {
        state: 'waiting',
        note: file.expires_at
          ? `${duration(Math.max(0, (Date.parse(file.expires_at) - nowMs) / 1000))} left to confirm`
          : 'waits for you',
      }
    case 'PENDING_UPLOAD':
      return { state: 'waiting', note: 'under way' }
    default:
      return { state: 'waiting', note: 'waits for a worker' }
  }
}

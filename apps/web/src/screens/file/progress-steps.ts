import type { TrackedFile } from '@backoffice/contract/endpoints/files'
import { isKeyOf } from '@backoffice/contract/objects'
import { isWaiting } from '../../files/file-approval.ts'
import { duration, plural, size } from '../../kit/format-number.ts'
import { formatDateTime, formatExactTime } from '../../kit/format-time.ts'

export type StepState = 'done' | 'active' | 'waiting' | 'stopped' | 'todo'
export type ProgressStep = { name: string; state: StepState; note: string }

type File = Pick<
  TrackedFile,
  | 'kind'
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
  | 'import'
  | 'approval'
  | 'matching'
  | 'size'
  | 'counts'
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

type Step = { name: string; done: boolean; note: string }

const uploaded = (file: File): Step => ({
  name: 'Uploaded',
  done: file.uploaded_at !== null,
  note: between(file.created_at, file.uploaded_at),
})
/** 08:14:06 */
const clock = (at: string) => formatExactTime(at).slice(-8)
/** Only uploads with foreign columns have this step. */
const matched = ({ matching }: File): Step[] =>
  matching
    ? [
        {
          name: 'Columns matched',
          done: true,
          note: matching.is_remembered ? 'as before' : `at ${clock(matching.at)}`,
        },
      ]
    : []
const isChecked = ({ validated_at, state }: File) => validated_at !== null && state !== 'REJECTED'
const checkedIn = (file: File) => between(file.validating_at, file.validated_at)
const confirmStep = ({ confirmed_at }: File) => (confirmed_at === null ? 'Confirm' : 'Confirmed')
const ranFor = (file: File) => between(file.processing_at, file.finished_at)
const isDone = ({ state }: File) => state === 'COMPLETED' || state === 'COMPLETED_WITH_ERRORS'

function stepsOf(file: File): Step[] {
  const done = isDone(file)
  switch (file.kind) {
    case 'inquiry':
      return [
        uploaded(file),
        ...matched(file),
        { name: 'Validated', done: isChecked(file), note: checkedIn(file) },
        {
          name: confirmStep(file),
          done: file.confirmed_at !== null,
          note: file.inquiry ? `by ${file.inquiry.confirmed_by.name}` : '',
        },
        { name: 'Processing', done, note: ranFor(file) },
        { name: 'Result', done, note: 'ready' },
      ]
    case 'import':
      return [
        uploaded(file),
        ...matched(file),
        {
          name: 'Checked',
          done: isChecked(file),
          note: file.validated_at ? `${checkedIn(file)}, at ${clock(file.validated_at)}` : '',
        },
        {
          name: confirmStep(file),
          done: file.confirmed_at !== null,
          note: file.import ? `by ${file.import.confirmed_by.name}` : '',
        },
        { name: 'Import', done, note: ranFor(file) },
        { name: 'Done', done, note: file.finished_at ? `at ${clock(file.finished_at)}` : '' },
      ]
    case 'export':
      return [
        {
          name: 'Queued',
          done: file.processing_at !== null,
          note: between(file.created_at, file.processing_at),
        },
        { name: 'Writing', done, note: ranFor(file) },
        { name: 'Ready', done, note: file.finished_at ? `at ${clock(file.finished_at)}` : '' },
      ]
    case 'action':
      return [
        {
          name: 'Queued',
          done: file.processing_at !== null,
          note: between(file.created_at, file.processing_at),
        },
        { name: 'Working', done, note: ranFor(file) },
        { name: 'Done', done, note: file.finished_at ? `at ${clock(file.finished_at)}` : '' },
      ]
  }
}

/** Steps of an upload that waits for its matching. */
function matchingSteps({ kind, counts, size: bytes, expires_at }: File): ProgressStep[] {
  return [
    {
      name: 'Upload',
      state: 'done',
      note: [counts.total > 0 && plural(counts.total, 'row'), size(bytes)].filter(Boolean).join(', '),
    },
    {
      name: 'Match columns',
      state: 'active',
      note: expires_at ? `until ${formatDateTime(expires_at)}` : 'waiting for you',
    },
    { name: 'Review', state: 'todo', note: 'Check every row' },
    {
      name: 'Done',
      state: 'todo',
      note: kind === 'import' ? 'Nothing is saved before this' : 'Nothing runs before you confirm',
    },
  ]
}

/** Steps of a file and their durations. `nowMs`: server time. */
export function progressSteps(file: File, nowMs: number): ProgressStep[] {
  const { state } = file
  if (state === 'MATCHING') return matchingSteps(file)
  const steps = stepsOf(file).map(
    ({ name, done, note }): ProgressStep => ({ name, state: done ? 'done' : 'todo', note: done ? note : '' }),
  )

  const current = steps.find((step) => step.state === 'todo')
  if (!current) return steps
  if (isKeyOf(STOPPED, state)) {
    current.state = 'stopped'
    current.note = STOPPED[state]
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
      if (isWaiting(file)) return { state: 'waiting', note: 'waiting for approval' }
      if (file.kind === 'import' && file.expires_at)
        return { state: 'waiting', note: `until ${formatDateTime(file.expires_at)}` }
      return {
        state: 'waiting',
        note: file.expires_at
          ? `${duration(Math.max(0, (Date.parse(file.expires_at) - nowMs) / 1000))} left to confirm`
          : 'waiting for you',
      }
    case 'PENDING_UPLOAD':
      return { state: 'waiting', note: 'in progress' }
    default:
      return { state: 'waiting', note: 'waiting for a worker' }
  }
}

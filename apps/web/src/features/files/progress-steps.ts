import type { TrackedFile } from '@backoffice/contract/files'
import { isKeyOf } from '@backoffice/contract/objects'
import { duration, plural, size } from '../../kit/format/format-number.ts'
import { formatExactTime, shortDayAt, whenInSentence } from '../../kit/format/format-time.ts'
import { isWaiting } from './tracked/file-state.tsx'

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
  | 'hold'
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
const checkedIn = (file: File) => between(file.validating_at, file.validated_at)
const ranFor = (file: File) => between(file.processing_at, file.finished_at)
const isDone = ({ state }: File) => state === 'COMPLETED' || state === 'COMPLETED_WITH_ERRORS'

function stepsOf(file: File): Step[] {
  const done = isDone(file)
  switch (file.kind) {
    case 'inquiry':
      return [
        uploaded(file),
        ...matched(file),
        { name: 'Validated', done: true, note: checkedIn(file) },
        { name: 'Confirmed', done: true, note: file.inquiry ? `by ${file.inquiry.confirmed_by.name}` : '' },
        { name: 'Processing', done, note: ranFor(file) },
        { name: 'Result', done: done && !file.hold?.is_held, note: 'ready' },
      ]
    case 'import':
      return [
        uploaded(file),
        ...matched(file),
        {
          name: 'Checked',
          done: true,
          note: file.validated_at ? `${checkedIn(file)}, at ${clock(file.validated_at)}` : '',
        },
        { name: 'Confirmed', done: true, note: file.import ? `by ${file.import.confirmed_by.name}` : '' },
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

/** True for uploads whose steps lead to their confirmation; afterwards the steps show durations. */
export function isBeforeConfirmation({ kind, confirmed_at }: Pick<File, 'kind' | 'confirmed_at'>): boolean {
  return (kind === 'inquiry' || kind === 'import') && confirmed_at === null
}

/** State of the match step on this screen. */
export type MatchProgress = {
  /** True while the matching of a checked file is changed. */
  isChanging: boolean
  /** Current choices, such as `8 of 10 matched`. */
  note: string | undefined
}
const NO_MATCHING: MatchProgress = { isChanging: false, note: undefined }

function stepsToConfirm(file: File, nowMs: number, match: MatchProgress): ProgressStep[] {
  const { kind, counts, size: bytes, matching, state } = file
  const isMatching = state === 'MATCHING' || match.isChanging
  const rows = counts.total > 0 && plural(counts.total, 'row')
  const steps: ProgressStep[] = [
    {
      name: 'Upload',
      state: file.uploaded_at === null ? 'todo' : 'done',
      note: file.uploaded_at === null ? '' : [rows, size(bytes)].filter(Boolean).join(', '),
    },
    {
      name: MATCH_STEP,
      state: isMatching ? 'todo' : 'done',
      note: (isMatching ? match.note : matching && describeMatched(matching)) ?? '',
    },
    { name: 'Review', state: 'todo', note: isMatching ? 'Check every row' : describeReview(file, nowMs) },
    {
      name: 'Done',
      state: 'todo',
      note: kind === 'import' ? 'Nothing is saved before this' : 'Nothing runs before you confirm',
    },
  ]
  return isMatching || matching ? steps : steps.filter(({ name }) => name !== MATCH_STEP)
}

export const MATCH_STEP = 'Match columns'

/** `8 of 10 matched, as on 12 Nov` */
function describeMatched({ fields, columns, at, is_remembered }: NonNullable<File['matching']>): string {
  const matched = columns === undefined ? `${fields} matched` : `${fields} of ${columns} matched`
  return is_remembered ? `${matched}, as on ${shortDayAt(at)}` : matched
}

function describeReview(file: File, nowMs: number): string {
  switch (file.state) {
    case 'UPLOADED':
      return 'Waiting for a worker'
    case 'VALIDATING':
      return `${between(file.validating_at, nowMs)} so far`
    case 'AWAITING_CONFIRMATION':
      if (isWaiting(file)) return 'Waiting for approval'
      return file.validated_at ? `Checked ${whenInSentence(file.validated_at)}` : ''
    default:
      return 'Check every row'
  }
}

/** Steps of a file with their details. `nowMs` is server time. */
export function progressSteps(file: File, nowMs: number, match = NO_MATCHING): ProgressStep[] {
  const { state } = file
  const isUnconfirmed = isBeforeConfirmation(file)
  const steps = isUnconfirmed
    ? stepsToConfirm(file, nowMs, match)
    : stepsOf(file).map(
        ({ name, done, note }): ProgressStep => ({
          name,
          state: done ? 'done' : 'todo',
          note: done ? note : '',
        }),
      )
  const current = steps.find((step) => step.state === 'todo')
  if (!current) return steps
  if (isKeyOf(STOPPED, state)) {
    current.state = 'stopped'
    current.note = STOPPED[state]
  } else if (isUnconfirmed) current.state = isWaiting(file) ? 'waiting' : 'active'
  else if (state === 'PROCESSING')
    Object.assign(current, { state: 'active', note: `${between(file.processing_at, nowMs)} so far` })
  else if (file.hold?.is_held) Object.assign(current, { state: 'waiting', note: 'held for a check' })
  else Object.assign(current, { state: 'waiting', note: 'waiting for a worker' })
  return steps
}

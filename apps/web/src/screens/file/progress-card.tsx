import type { TrackedFile } from '@backoffice/contract/endpoints/files'
import { isFinalState, isInProgress } from '@backoffice/contract/file-states'
import { timeLeft } from '../../kit/format-number.ts'
import { useServerNow } from '../../kit/server-clock.ts'
import { Card } from '../../ui/card.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { Icon } from '../../ui/icon.tsx'
import { Progress } from '../../ui/progress.tsx'
import css from './file-screen.module.css'
import { progressSteps, type StepState } from './progress-steps.ts'

export function ProgressCard({ file }: { file: TrackedFile }) {
  const { kind, state } = file
  // The file ended before it ran, so a progress bar would never fill.
  const over = isFinalState(state) && file.confirmed_at === null && isUpload(file)
  // An import shows its counts next to the rows, and so does the check of corrected rows.
  const isRecheck = file.fixed_rows > 0 && file.confirmed_at === null
  const isQuiet =
    state === 'MATCHING' ||
    (kind === 'import' && (state === 'AWAITING_CONFIRMATION' || isFinalState(state) || isRecheck))
  return (
    <Card>
      {!isQuiet && (
        <>
          <div className={css.top}>
            <Rows file={file} />
            <Rate file={file} />
          </div>
          {!over && <Progress label="Progress of the file" value={percentOf(file)} />}
        </>
      )}
      <Steps file={file} />
    </Card>
  )
}

function isUpload({ kind }: TrackedFile): boolean {
  return kind === 'inquiry' || kind === 'import'
}

/** Null while the total is unknown. */
function percentOf({ state, percent }: TrackedFile): number | null {
  if (state === 'AWAITING_CONFIRMATION') return 100
  const unknown =
    (state === 'UPLOADED' || state === 'VALIDATING' || state === 'PENDING_UPLOAD') && percent === 0
  return unknown ? null : percent
}

function Rows({ file }: { file: TrackedFile }) {
  const { state, counts, percent, confirmed_at } = file
  switch (state) {
    case 'PENDING_UPLOAD':
      return <span>Waiting for the upload</span>
    case 'UPLOADED':
    case 'VALIDATING':
      return (
        <span>
          {counts.total > 0 ? (
            <>
              <strong>{formatNumber(counts.total)}</strong> {counts.total === 1 ? 'row' : 'rows'} read
            </>
          ) : (
            'Reading the file'
          )}
          {percent > 0 && ` · ${Math.floor(percent)} %`}
        </span>
      )
    default:
      if (confirmed_at === null && isUpload(file)) {
        return (
          <span>
            <strong>{formatNumber(counts.total)}</strong> {counts.total === 1 ? 'row' : 'rows'} read
          </span>
        )
      }
      return (
        <span>
          <strong>{formatNumber(counts.processed)}</strong> of {formatNumber(counts.total)} rows
        </span>
      )
  }
}

function Rate({ file }: { file: TrackedFile }) {
  const { state, rows_per_second, seconds_left } = file
  const ran = isInProgress(state) || state === 'COMPLETED' || state === 'COMPLETED_WITH_ERRORS'
  const parts = [
    ran &&
      rows_per_second !== null &&
      rows_per_second > 0 &&
      `${formatNumber(Math.round(rows_per_second))} rows/s`,
    isInProgress(state) && seconds_left !== null && timeLeft(seconds_left),
  ].filter((part) => part !== false)
  if (parts.length === 0) return null
  return <span className={css.rate}>{parts.join(' · ')}</span>
}

const STATE_LABELS: Readonly<Record<StepState, string>> = {
  done: 'done',
  active: 'in progress',
  waiting: 'waiting',
  stopped: 'stopped',
  todo: 'not started',
}

function Steps({ file }: { file: TrackedFile }) {
  const ticking = isInProgress(file.state) || file.state === 'AWAITING_CONFIRMATION'
  const steps = progressSteps(file, useServerNow(ticking))
  return (
    <ol className={css.steps} data-count={steps.length} aria-label="Phases">
      {steps.map((step) => (
        <li
          key={step.name}
          data-state={step.state}
          aria-current={step.state === 'active' || step.state === 'waiting' ? 'step' : undefined}
          aria-label={`${step.name}: ${STATE_LABELS[step.state]} ${step.note}`.trim()}
        >
          <span>
            {step.state === 'done' && <Icon name="check" size={12} />}
            {step.name}
          </span>
          <small>{step.note}</small>
        </li>
      ))}
    </ol>
  )
}

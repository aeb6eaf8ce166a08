import { isFinalState, isInProgress } from '@backoffice/contract/file-states'
import type { TrackedFile } from '@backoffice/contract/files'
import { useState } from 'react'
import { timeLeft } from '../../kit/format/format-number.ts'
import { useServerNow } from '../../net/server-clock.ts'
import { Card } from '../../ui/card.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { Icon } from '../../ui/icon.tsx'
import { Progress } from '../../ui/progress.tsx'
import css from './file-screen.module.css'
import {
  isBeforeConfirmation,
  MATCH_STEP,
  type MatchProgress,
  progressSteps,
  type StepState,
} from './progress-steps.ts'

type Props = {
  file: TrackedFile
  match?: MatchProgress | undefined
  /** Opens the match step of a checked file. */
  onMatch?: (() => void) | undefined
}

export function ProgressCard({ file, match, onMatch }: Props) {
  const { kind, state } = file
  // An import shows its counts next to the rows, and so does the check of fixed rows.
  const isRecheck = file.fixed_rows > 0 && file.confirmed_at === null
  const isQuiet = isBeforeConfirmation(file)
    ? !isBeingChecked(file) || isRecheck
    : kind === 'import' && isFinalState(state)
  return (
    <Card>
      {!isQuiet && (
        <>
          <div className={css.top}>
            <Rows file={file} />
            <Rate file={file} />
          </div>
          <Progress label="Progress of the file" value={percentOf(file)} />
        </>
      )}
      <Steps file={file} match={match} onMatch={onMatch} />
    </Card>
  )
}

/** Null while the total is unknown. */
function percentOf(file: TrackedFile): number | null {
  return isBeingChecked(file) && file.percent === 0 ? null : file.percent
}

function Rows({ file }: { file: TrackedFile }) {
  const { counts, percent } = file
  if (!isBeingChecked(file))
    return (
      <span>
        <strong>{formatNumber(counts.processed)}</strong> of {formatNumber(counts.total)} rows
      </span>
    )
  return (
    <span>
      {counts.total > 0 ? (
        <>
          <strong>{formatNumber(counts.total)}</strong> {counts.total === 1 ? 'row' : 'rows'} read
        </>
      ) : (
        'Reading the file'
      )}
      {percent > 0 && ` · ${Math.floor(percent)}%`}
    </span>
  )
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

function Steps({ file, match, onMatch }: Props) {
  const ticking = isInProgress(file.state) || file.state === 'AWAITING_CONFIRMATION'
  const steps = progressSteps(file, useServerNow(ticking), match)
  const isNumbered = isBeforeConfirmation(file)
  const mayChange = onMatch && file.state === 'AWAITING_CONFIRMATION' && file.may.match
  return (
    <ol
      className={css.steps}
      data-count={steps.length}
      data-numbered={isNumbered || undefined}
      aria-label="Phases"
    >
      {steps.map((step, index) => (
        <li
          key={step.name}
          data-state={step.state}
          aria-current={step.state === 'active' || step.state === 'waiting' ? 'step' : undefined}
          aria-label={`${step.name}: ${STATE_LABELS[step.state]} ${step.note}`.trim()}
        >
          <span>
            {isNumbered ? (
              <span className={css.marker}>
                {step.state === 'done' ? <Icon name="check" size={12} /> : index + 1}
              </span>
            ) : (
              step.state === 'done' && <Icon name="check" size={12} />
            )}
            {step.name}
          </span>
          <small>
            {step.note}{' '}
            {mayChange && step.name === MATCH_STEP && step.state === 'done' && (
              <button type="button" className={css.change} aria-label="Change matching" onClick={onMatch}>
                Change
              </button>
            )}
          </small>
        </li>
      ))}
    </ol>
  )
}

const isBeingChecked = ({ state }: TrackedFile) => state === 'UPLOADED' || state === 'VALIDATING'

/** The file as of its last check, so that the screen stays as it is while fixed rows are checked again. */
export function useLastChecked(file: TrackedFile): TrackedFile {
  const [last, setLast] = useState(file)
  const isRecheck = isBeingChecked(file) && last.state === 'AWAITING_CONFIRMATION'
  if (!isRecheck && file !== last) setLast(file)
  return isRecheck ? last : file
}

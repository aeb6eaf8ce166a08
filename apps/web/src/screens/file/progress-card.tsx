import type { TrackedFile } from '@backoffice/contract/endpoints/files'
import { isEnd, isMoving } from '@backoffice/contract/file-states'
import { timeLeft } from '../../kit/format-number.ts'
import { useServerNow } from '../../kit/server-clock.ts'
import { Card } from '../../ui/card.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { Icon } from '../../ui/icon.tsx'
import { Progress } from '../../ui/progress.tsx'
import css from './file-screen.module.css'
import { progressSteps, type StepState } from './progress-steps.ts'

export function ProgressCard({ file }: { file: TrackedFile }) {
  // Ended before anything was run: there is no way on for a bar to show.
  const over = isEnd(file.state) && file.confirmed_at === null
  return (
    <Card>
      <div className={css.top}>
        <Rows file={file} />
        <Pace file={file} />
      </div>
      {!over && <Progress label="Progress of the file" value={percentOf(file)} />}
      <Phases file={file} />
    </Card>
  )
}

/** What is being read has no end that is known yet, unless the server can tell. */
function percentOf({ state, percent }: TrackedFile): number | null {
  if (state === 'AWAITING_CONFIRMATION') return 100
  const unknown =
    (state === 'UPLOADED' || state === 'VALIDATING' || state === 'PENDING_UPLOAD') && percent === 0
  return unknown ? null : percent
}

function Rows({ file: { state, counts, percent, confirmed_at } }: { file: TrackedFile }) {
  switch (state) {
    case 'PENDING_UPLOAD':
      return <span>Waiting for the file to arrive</span>
    case 'UPLOADED':
    case 'VALIDATING':
      return (
        <span>
          {counts.total > 0 ? (
            <>
              <strong>{formatNumber(counts.total)}</strong> rows read
            </>
          ) : (
            'Reading the file'
          )}
          {percent > 0 && ` · ${Math.floor(percent)} %`}
        </span>
      )
    default:
      if (confirmed_at === null) {
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

function Pace({ file }: { file: TrackedFile }) {
  const { state, rows_per_second, seconds_left } = file
  const ran = isMoving(state) || state === 'COMPLETED' || state === 'COMPLETED_WITH_ERRORS'
  const parts = [
    ran &&
      rows_per_second !== null &&
      rows_per_second > 0 &&
      `${formatNumber(Math.round(rows_per_second))} rows/s`,
    isMoving(state) && seconds_left !== null && timeLeft(seconds_left),
  ].filter((part) => part !== false)
  if (parts.length === 0) return null
  return <span className={css.pace}>{parts.join(' · ')}</span>
}

const SPOKEN: Readonly<Record<StepState, string>> = {
  done: 'done',
  active: 'under way',
  waiting: 'waiting',
  stopped: 'stopped',
  todo: 'to come',
}

function Phases({ file }: { file: TrackedFile }) {
  const ticking = isMoving(file.state) || file.state === 'AWAITING_CONFIRMATION'
  const phases = progressSteps(file, useServerNow(ticking))
  return (
    <ol className={css.phases} aria-label="Phases">
      {phases.map((phase) => (
        <li
          key={phase.name}
          data-state={phase.state}
          aria-current={phase.state === 'active' || phase.state === 'waiting' ? 'step' : undefined}
          aria-label={`${phase.name}: ${SPOKEN[phase.state]} ${phase.words}`.trim()}
        >
          <span>
            {phase.state === 'done' && <Icon name="check" size={12} />}
            {phase.name}
          </span>
          <small>{phase.words}</small>
        </li>
      ))}
    </ol>
  )
}

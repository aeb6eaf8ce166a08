import type { TrackedFile } from '@backoffice/contract/endpoints/files'
import { HOLD_REASON_LABELS } from '@backoffice/contract/held-results'
import { useState } from 'react'
import { day, formatTime } from '../../../kit/format-time.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ReleaseDialog } from './release-dialog.tsx'

type Props = { file: TrackedFile; hold: NonNullable<TrackedFile['hold']> }

/** Reason why the result is held, with the decision buttons for users who may release it. */
export function HeldNotice({ file, hold }: Props) {
  const { decision } = hold
  const next = file.may.release
    ? 'Check the purpose with the person who ran it, then release the result or keep it held.'
    : 'A colleague who can view whole card numbers and has no part in this inquiry can release it.'
  return (
    <Notice
      tone="warn"
      title="The result is held for a check."
      action={file.may.release && <DecisionButtons file={file} />}
      live
    >
      {HOLD_REASON_LABELS[hold.because]}. {decision ? refusal(decision) : next}
    </Notice>
  )
}

type Decision = NonNullable<Props['hold']['decision']>

function refusal({ by, at, reason }: Decision): string {
  return `Kept held by ${by.name} on ${day(at)} at ${formatTime(at)}: ${reason}`
}

/** Note on a result that was held and released. */
export function ReleasedNotice({ hold: { decision } }: Pick<Props, 'hold'>) {
  if (!decision) return null
  const { by, at, reason } = decision
  return (
    <Notice tone="quiet">
      The result was held for a check. Released by {by.name} on {day(at)} at {formatTime(at)}: {reason}
    </Notice>
  )
}

function DecisionButtons({ file }: { file: TrackedFile }) {
  const [decision, setDecision] = useState<Decision['decision']>()
  const close = () => setDecision(undefined)
  return (
    <>
      <Button onClick={() => setDecision('REFUSED')}>Keep held</Button>
      <Button variant="primary" onClick={() => setDecision('RELEASED')}>
        Release result
      </Button>
      {decision && <ReleaseDialog file={file} decision={decision} onClose={close} />}
    </>
  )
}

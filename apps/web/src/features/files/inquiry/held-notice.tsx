import { HOLD_REASON_LABELS } from '@backoffice/contract/file-states'
import { fileEndpoints, type TrackedFile } from '@backoffice/contract/files'
import { labelOfState } from '@backoffice/contract/objects'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { day, formatTime } from '../../../kit/format/format-time.ts'
import { useLazyDialog } from '../../../kit/lazy/use-lazy.tsx'
import { call } from '../../../net/call.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { fileKeys } from '../tracked/file-queries.ts'

type Props = { file: TrackedFile; hold: NonNullable<TrackedFile['hold']> }

/** Reason why the result is held, with the decision buttons for users who may release it. */
export function HeldNotice({ file, hold }: Props) {
  const { decision } = hold
  const releasers = useReleasers(file)
  const next = file.may.release
    ? 'Check the purpose with the person who ran it, then decide whether to release the result.'
    : describeRelease(releasers)
  return (
    <Notice
      tone="warn"
      title="The result is held for a check."
      action={file.may.release && <DecisionButtons file={file} />}
      live
    >
      {labelOfState(HOLD_REASON_LABELS, hold.because)}. {decision && refusal(decision)} {next}
    </Notice>
  )
}

/** Names of the users who can release the result. An update of the file by event has none, so they are read then. */
function useReleasers({ source_filekey, hold, version }: TrackedFile): readonly string[] | undefined {
  const { data } = useQuery({
    queryKey: [...fileKeys.detail(source_filekey), 'releasers', version],
    queryFn: () => call(fileEndpoints.get, { query: { source_filekey } }),
    enabled: hold?.releasers === undefined,
  })
  return hold?.releasers ?? data?.hold?.releasers
}

const NAMED = 3

function describeRelease(names: readonly string[] | undefined): string {
  if (names === undefined) return ''
  if (names.length === 0)
    return 'No other user can release it now. Ask an access administrator for one who can view whole card numbers.'
  const others = names.length - NAMED
  const listed = others > 1 ? [...names.slice(0, NAMED), `${others} others`] : names
  return `${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(listed)} can release it.`
}

type Decision = NonNullable<Props['hold']['decision']>

function refusal({ by, at, reason }: Decision): string {
  return `Not released by ${by.name} on ${day(at)} at ${formatTime(at)}: ${reason}.`
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

const load = async () => (await import('./release-dialog.tsx')).ReleaseDialog

function DecisionButtons({ file }: { file: TrackedFile }) {
  const [decision, setDecision] = useState<Decision['decision']>()
  const close = () => setDecision(undefined)
  const ReleaseDialog = useLazyDialog(load, decision !== undefined, close)
  return (
    <>
      <Button onClick={() => setDecision('REFUSED')}>Don’t release</Button>
      <Button variant="primary" onClick={() => setDecision('RELEASED')}>
        Release result
      </Button>
      {decision && ReleaseDialog && <ReleaseDialog file={file} decision={decision} onClose={close} />}
    </>
  )
}

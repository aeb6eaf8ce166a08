import type { ReactNode } from 'react'
import { duration } from '../../kit/format/format-number.ts'
import { formatDateTime, formatSeconds } from '../../kit/format/format-time.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import css from './status.module.css'
import type { Status } from './status-queries.ts'

/** Reachability of the identity provider as a worker last saw it, and the changes that it has not applied. */
export function IdentityCard({ identity }: { identity: Status['identity'] | undefined }) {
  if (!identity)
    return (
      <Card title="Identity provider">
        <Skeleton width="100%" height={120} />
      </Card>
    )
  const { check, waiting, failed, oldest_seconds } = identity
  const reachable =
    check === null ? (
      <Badge tone="quiet">Not checked</Badge>
    ) : (
      <Badge tone={check.is_up ? 'ok' : 'bad'}>{check.is_up ? 'Yes' : 'No'}</Badge>
    )
  return (
    <Card title="Identity provider">
      <Figures
        figures={[
          ['Reachable', reachable],
          ...(check ? [['Checked at', formatSeconds(check.checked_at)] satisfies Figure] : []),
          ['Changes waiting', formatNumber(waiting)],
          ['Changes refused', formatNumber(failed), failed > 0 ? 'bad' : undefined],
          ...oldest(oldest_seconds),
        ]}
      />
      {check === null && <p className={css.hint}>A worker checks it. No running worker has checked yet.</p>}
    </Card>
  )
}

const DELIVERIES = {
  smtp: 'Mail server',
  outbox: 'Outbox of this system',
  none: 'None: mail is dropped',
} as const

/** Mail of this system; the identity provider sends its own. */
export function MailCard({ mail }: { mail: Status['mail'] | undefined }) {
  if (!mail)
    return (
      <Card title="Mail">
        <Skeleton width="100%" height={149} />
      </Card>
    )
  const { delivery, since, sent, last_sent_at, failed, last_failed_at, waiting, oldest_seconds } = mail
  return (
    <Card title="Mail">
      <Figures
        figures={[
          ['Delivery', delivery ? DELIVERIES[delivery] : 'Unknown', delivery === 'none' ? 'warn' : undefined],
          [delivery === 'none' ? 'Dropped' : 'Sent', formatNumber(sent)],
          ...(last_sent_at && delivery !== 'none'
            ? [['Last sent', formatDateTime(last_sent_at)] satisfies Figure]
            : []),
          ['Waiting', formatNumber(waiting)],
          ...oldest(oldest_seconds),
          ['Failed', formatNumber(failed), failed > 0 ? 'bad' : undefined],
          ...(last_failed_at ? [['Last failed', formatDateTime(last_failed_at)] satisfies Figure] : []),
        ]}
      />
      <p className={css.hint}>
        {delivery === null && 'No worker runs, so nothing is sent. '}
        Sent and failed since {formatDateTime(since)}. Invitations and codes are sent by the identity provider
        and not counted.
      </p>
    </Card>
  )
}

function oldest(seconds: number | null): Figure[] {
  return seconds === null ? [] : [['Oldest', duration(seconds), seconds > LATE_SECONDS ? 'warn' : undefined]]
}

const LATE_SECONDS = 300

export type Figure = readonly [name: string, value: ReactNode, tone?: 'bad' | 'warn' | undefined]

/** Named values, the notable ones coloured. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className={css.figures}>
      {figures.map(([name, value, tone]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={css.figure} data-tone={tone}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

import { Link } from '@tanstack/react-router'
import { duration, plural } from '../../kit/format-number.ts'
import { dayAfter } from '../../kit/format-time.ts'
import { formatNumber } from '../../ui/format-number.ts'
import { useTile } from './dashboard-queries.ts'
import figureCss from './figures.module.css'
import { Figures, Lead } from './figures.tsx'
import { auditBehind, gapsBehind, terminalsBehind, usersBehind } from './links.ts'
import { Tile } from './tile.tsx'

type Props = { date: string | undefined }

export function TerminalsTile({ date }: Props) {
  return (
    <Tile title="Terminals" query={useTile('terminals', date)}>
      {(data) => (
        <>
          <Lead
            value={formatNumber(data.silent)}
            tone={data.silent > 0 ? 'warn' : undefined}
            behind={terminalsBehind({ 'f.traffic': 'SILENT', 'f.status': 'ACTIVE' })}
            caption={`silent for 24 hours now, of ${formatNumber(data.with_traffic)} with traffic`}
          />
          <Figures
            figures={[
              {
                name: 'New, not mapped',
                value: data.unmapped,
                tone: 'warn',
                behind: gapsBehind('TERMINAL', 'terminal:view'),
              },
              {
                name: 'Moved this week',
                value: data.moved,
                behind: terminalsBehind({
                  'f.moved_at': `${dayAfter(data.business_date, -6)}..${data.business_date}`,
                }),
              },
              { name: 'Moved the week before', value: data.moved_before },
            ]}
          />
        </>
      )}
    </Tile>
  )
}

export function AccessTile({ date }: Props) {
  return (
    <Tile title="User access" query={useTile('access', date)}>
      {(data) => (
        <>
          <Figures
            figures={[
              {
                name: 'Pending for over 7 days',
                value: data.pending_users,
                tone: 'warn',
                behind: usersBehind({
                  'f.status': 'PENDING',
                  'f.created_at': `..${data.pending_before}`,
                }),
              },
              {
                name: 'Locked now',
                value: data.locked_users,
                tone: 'warn',
                ...orUnavailable(data.locked_users),
              },
              {
                name: 'Failed sign-ins',
                value: data.failed_sign_ins,
                ...orUnavailable(data.failed_sign_ins),
              },
              ...(data.failed_sign_ins_mean === null
                ? []
                : [{ name: '30-day average', value: 0, text: data.failed_sign_ins_mean.toFixed(1) }]),
              {
                name: 'Cards revealed',
                value: data.reveals,
                behind: auditBehind({
                  'f.resource': 'card',
                  'f.action': 'reveal',
                  'f.outcome': 'done',
                  'f.at': `${data.business_date}..${data.business_date}`,
                }),
              },
              { name: '30-day average', value: 0, text: data.reveals_mean.toFixed(1) },
            ]}
          />
          {data.locked.length > 0 && (
            <p className={figureCss.under}>
              Locked:{' '}
              {data.locked.map(({ id, name }, at) => (
                <span key={id}>
                  {at > 0 && ', '}
                  <Link to="/users/users_list/$id" params={{ id }}>
                    {name}
                  </Link>
                </span>
              ))}
            </p>
          )}
        </>
      )}
    </Tile>
  )
}

/** A cloud user pool does not report these figures. */
const orUnavailable = (value: number | null) =>
  value === null ? { text: 'Not available from the cloud user pool' } : {}

export function SystemTile({ date }: Props) {
  return (
    <Tile title="System" isNow query={useTile('system', date)}>
      {(data) => (
        <Figures
          figures={[
            {
              name: 'API p95',
              value: data.api_p95_ms,
              text: data.api_p95_ms === null ? 'no calls' : `${Math.round(data.api_p95_ms)} ms`,
            },
            { name: 'Calls', value: data.calls },
            {
              name: 'Queue',
              value: data.queued,
              tone: 'info',
              text: `${plural(data.queued, 'job')}${data.oldest_queued_seconds ? `, ${duration(data.oldest_queued_seconds)}` : ''}`,
            },
            {
              name: 'Workers',
              value: data.workers === 0 ? -1 : data.workers,
              tone: data.workers === 0 ? 'bad' : undefined,
              text: data.workers === 0 ? 'none running' : `${data.workers} running`,
            },
            { name: 'Web', value: data.web, text: `${data.web} running` },
            { name: 'Build', value: 0, text: data.builds.map((id) => id.slice(0, 7)).join(', ') || '—' },
          ]}
        />
      )}
    </Tile>
  )
}

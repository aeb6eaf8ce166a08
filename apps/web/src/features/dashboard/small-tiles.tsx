import { Link } from '@tanstack/react-router'
import { dayAfter } from '../../kit/format/format-time.ts'
import { formatNumber } from '../../ui/format-number.ts'
import { type TileData, useTile } from './dashboard-queries.ts'
import { Figures, Lead } from './figures.tsx'
import {
  auditSource,
  gapsSource,
  statusSource,
  terminalsMoved,
  terminalsSource,
  usersSource,
} from './links.ts'
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
            source={terminalsSource({ 'f.traffic': 'SILENT', 'f.status': 'ACTIVE' })}
            caption={`silent for 24 hours now, ${formatNumber(data.with_traffic)} with traffic`}
          />
          <Figures
            figures={[
              {
                name: 'New, not mapped',
                value: data.unmapped,
                tone: 'warn',
                source: gapsSource('TERMINAL'),
              },
              {
                name: 'Moved this week',
                value: data.moved,
                source: terminalsMoved(data.business_date),
              },
              {
                name: 'Moved the week before',
                value: data.moved_before,
                source: terminalsMoved(dayAfter(data.business_date, -7)),
              },
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
                source: usersSource({
                  'f.status': 'PENDING',
                  'f.created_at': `..${data.pending_before}`,
                }),
              },
              {
                name: 'Locked now',
                value: data.locked_users,
                tone: 'warn',
                note: <LockedUsers users={data.locked} />,
                ...orUnavailable(data.locked_users),
              },
              {
                name: 'Failed sign-ins',
                value: data.failed_sign_ins,
                note: averageOf(data.failed_sign_ins_mean),
                ...orUnavailable(data.failed_sign_ins),
              },
              {
                name: 'Cards revealed',
                value: data.reveals,
                note: averageOf(data.reveals_mean),
                source: auditSource({
                  'f.resource': 'card',
                  'f.action': 'reveal',
                  'f.outcome': 'done',
                  'f.at': `${data.business_date}..${data.business_date}`,
                }),
              },
            ]}
          />
        </>
      )}
    </Tile>
  )
}

/** Links to the first locked users, because the list of users cannot filter by what the identity provider knows. */
function LockedUsers({ users }: { users: TileData<'access'>['locked'] }) {
  return users.map(({ id, name }, index) => (
    <span key={id}>
      {index > 0 && ', '}
      <Link to="/users/users_list/$id" params={{ id }}>
        {name}
      </Link>
    </span>
  ))
}

const averageOf = (mean: number | null) =>
  mean === null ? undefined : <span title="Average of 30 days">avg. {mean.toFixed(1)}</span>

/** A cloud user pool does not report these figures. */
const orUnavailable = (value: number | null) =>
  value === null ? { text: 'Not available from the cloud user pool' } : {}

export function SystemTile({ date }: Props) {
  return (
    <Tile title="System" isNow query={useTile('system', date)}>
      {(data) => (
        <Figures
          columns={2}
          figures={[
            {
              name: 'API p95',
              value: data.api_p95_ms,
              text: data.api_p95_ms === null ? '—' : `${Math.round(data.api_p95_ms)} ms`,
              source: statusSource,
            },
            { name: 'Queue', value: data.queued, tone: 'info', source: statusSource },
            { name: 'Build', value: null, text: data.builds.map((id) => id.slice(0, 7)).join(', ') || '—' },
            {
              name: 'Workers',
              // Zero would show no tone.
              value: data.workers || -1,
              tone: data.workers === 0 ? 'bad' : undefined,
              text: data.workers === 0 ? 'none' : formatNumber(data.workers),
            },
          ]}
        />
      )}
    </Tile>
  )
}

import { FILE_STATE_LABELS } from '@backoffice/contract/file-states'
import { keysOf, labelOfState } from '@backoffice/contract/objects'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { requirePermission } from '../../kit/access/guards.ts'
import { ErrorNotice, useLastingError } from '../../kit/feedback/error-notice.tsx'
import { formatSeconds } from '../../kit/format/format-time.ts'
import { linkTo } from '../../kit/navigation/link-to.ts'
import { Page } from '../../kit/shell/page.tsx'
import { prefetch } from '../../net/query-client.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ProcessesCard, QueuesCard } from './process-cards.tsx'
import { type Figure, Figures, IdentityCard, MailCard } from './services-cards.tsx'
import css from './status.module.css'
import { type Status, statusQuery } from './status-queries.ts'
import { ErrorsCard, TrendsCard } from './traffic-cards.tsx'

export const Route = createFileRoute('/_app/status')({
  beforeLoad: () => requirePermission('audit:view'),
  loader: () => prefetch(statusQuery),
  component: StatusScreen,
})

/** Current state of the system, from the same figures as the metrics. */
function StatusScreen() {
  const { data, error, refetch, isFetching } = useQuery(statusQuery)
  const lastingError = useLastingError({ error, data })
  return (
    <Page title="Status" crumbs={[{ label: 'Operate' }]} actions={<RefreshButton busy={isFetching} />}>
      {lastingError ? (
        <ErrorNotice
          what="The status"
          error={lastingError}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <>
          {error && data && (
            <Notice tone="warn" live>
              The status could not be refreshed. It is from {formatSeconds(data.as_of)}.
            </Notice>
          )}
          <div className={css.columns}>
            <div className={css.column}>
              <ProcessesCard processes={data?.processes} asOf={data?.as_of} />
              <QueuesCard queues={data?.queues} />
              <TrendsCard />
              <ErrorsCard errors={data?.errors} asOf={data?.as_of} />
            </div>
            <div className={css.column}>
              <PartsCard parts={data?.parts} />
              <IdentityCard identity={data?.identity} />
              <MailCard mail={data?.mail} />
              {data?.second_factor_missing != null && <SecondFactorCard users={data.second_factor_missing} />}
              <WorkCard rows={data?.rows} storage={data?.storage} />
              <FilesCard files={data?.files} notable={data} />
            </div>
          </div>
        </>
      )}
    </Page>
  )
}

function RefreshButton({ busy }: { busy: boolean }) {
  const queryClient = useQueryClient()
  return (
    <Button
      variant="quiet"
      title="Refreshes automatically every 10 s"
      busy={busy}
      icon={<Icon name="refresh" size={14} />}
      onClick={() => void queryClient.invalidateQueries({ queryKey: statusQuery.queryKey })}
    >
      <span className="visually-hidden">Refresh, automatically every </span>10 s
    </Button>
  )
}

const USERS = linkTo('/users/users_list', { search: { 'f.second_factor': 'MISSING' } })

/** Users who must set up an authenticator before they can work. */
function SecondFactorCard({ users }: { users: number }) {
  const shown = users > 0 ? <Link {...USERS}>{formatNumber(users)}</Link> : formatNumber(users)
  return (
    <Card title="Second factor">
      <Figures figures={[['Required, but not set up', shown, users > 0 ? 'warn' : undefined]]} />
    </Card>
  )
}

const LABELS: Readonly<Record<string, string>> = {
  database: 'Database',
  clock: 'Clock',
  ledger: 'Ledger',
  queue: 'Job queue',
  storage: 'File storage',
  identity: 'Sign-in keys',
  evidence_key: 'Evidence key',
}
const STATES = { up: 'Up', down: 'Down', starting: 'Starting' } as const
const TONES = { up: 'ok', down: 'bad', starting: 'warn' } as const

/** Services as seen by the process that handled the request. */
function PartsCard({ parts }: { parts: Status['parts'] | undefined }) {
  return (
    <Card title="Services">
      {parts ? (
        <ul className={css.parts}>
          {parts.map(({ name, state, message }) => (
            <li key={name}>
              <span>{LABELS[name] ?? name}</span>
              <Badge tone={TONES[state]}>{STATES[state]}</Badge>
              {state !== 'up' && <p>{message}</p>}
            </li>
          ))}
        </ul>
      ) : (
        <Skeleton width="100%" height={164} />
      )}
    </Card>
  )
}

type WorkProps = { rows: Status['rows'] | undefined; storage: Status['storage'] | undefined }

function WorkCard({ rows, storage }: WorkProps) {
  return (
    <Card title="Work and storage">
      {rows && storage ? (
        <Figures
          figures={[
            ['Rows checked, last minute', perSecond(rows.validated_per_second)],
            ['Rows processed, last minute', perSecond(rows.answered_per_second)],
            ['Storage calls, last 5 min', formatNumber(storage.calls)],
            [
              'Storage p95',
              storage.p95_ms === null ? 'no calls' : `${formatNumber(Math.round(storage.p95_ms))} ms`,
            ],
            ['Storage errors', formatNumber(storage.errors), storage.errors > 0 ? 'bad' : undefined],
          ]}
        />
      ) : (
        <Skeleton width="100%" height={149} />
      )}
    </Card>
  )
}

const perSecond = (rows: number) => `${formatNumber(Math.round(rows))}/s`

const WARNING = new Set(['FAILED'])

type Notable = Pick<Status, 'held_results' | 'users_near_hold' | 'users_with_many_cards'>
type FilesProps = { files: Status['files'] | undefined; notable: Notable | undefined }

const NOTABLE = {
  held_results: 'Results held',
  users_near_hold: 'Users near a limit for guesses',
  users_with_many_cards: 'Users with many cards today',
} as const satisfies Record<keyof Notable, string>

function FilesCard({ files, notable }: FilesProps) {
  return (
    <Card title="Files by state">
      {files ? (
        <Figures
          figures={[
            ...files.map(
              ({ state, files }): Figure => [
                labelOfState(FILE_STATE_LABELS, state),
                formatNumber(files),
                files > 0 && WARNING.has(state) ? 'bad' : undefined,
              ],
            ),
            ...keysOf(NOTABLE).map((key): Figure => {
              const count = notable?.[key] ?? 0
              return [NOTABLE[key], formatNumber(count), count > 0 ? 'warn' : undefined]
            }),
          ]}
        />
      ) : (
        <Skeleton width="100%" height={445} />
      )}
    </Card>
  )
}

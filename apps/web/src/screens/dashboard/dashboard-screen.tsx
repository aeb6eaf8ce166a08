import { may } from '@backoffice/contract/access'
import type { FileState } from '@backoffice/contract/file-states'
import { GAP_KINDS, gapPermission } from '@backoffice/contract/mapping-gaps'
import { PURPOSE_LABELS } from '@backoffice/contract/purposes'
import { useQuery } from '@tanstack/react-query'
import { ErrorBoundary } from '../../kit/error-boundary.tsx'
import { duration } from '../../kit/format-number.ts'
import { today } from '../../kit/format-time.ts'
import { Page } from '../../kit/page.tsx'
import { useUser } from '../../session/store.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { CountList } from './count-list.tsx'
import css from './dashboard.module.css'
import { filesTileQuery, inquiriesTileQuery } from './dashboard-queries.ts'
import { MappingTile } from './mapping-tile.tsx'
import { Tile } from './tile.tsx'
import { Week, WeekTable } from './week.tsx'

export function DashboardScreen() {
  const user = useUser()
  const mayMap = GAP_KINDS.some((kind) => may(user, gapPermission(kind, 'view')))
  return (
    <Page title="Operational Dashboard" crumbs={[{ label: 'Operate' }]}>
      <div className={css.tiles}>
        <ErrorBoundary what="The files">
          <FilesTile />
        </ErrorBoundary>
        <ErrorBoundary what="The inquiries">
          <InquiriesTile />
        </ErrorBoundary>
        {mayMap && (
          <ErrorBoundary what="The mapping">
            <MappingTile />
          </ErrorBoundary>
        )}
      </div>
    </Page>
  )
}

/* Filters of the tracked files, as their address has them. */
const withState = (...states: FileState[]) => ({ 'f.state': states.join('~') })
const fromToday = () => ({ 'f.created_at': `${today()}..` })

function FilesTile() {
  return (
    <Tile title="Files" query={useQuery(filesTileQuery)}>
      {(data) => (
        <>
          <div className={css.lead}>
            <div>
              <p className={css.big}>{formatNumber(data.received)}</p>
              <p className={css.under}>received today</p>
            </div>
            <Week what="Files received" values={data.received_by_day} />
          </div>
          <p className={css.under}>
            {data.oldest_waiting_seconds === null
              ? 'Nothing waits.'
              : `The oldest has waited ${duration(data.oldest_waiting_seconds)}.`}
          </p>
          <CountList
            counts={[
              {
                name: 'Under way',
                value: data.processing,
                tone: 'info',
                search: withState('UPLOADED', 'VALIDATING', 'QUEUED', 'PROCESSING'),
              },
              {
                name: 'Awaiting confirmation',
                value: data.awaiting_confirmation,
                tone: 'warn',
                search: withState('AWAITING_CONFIRMATION'),
              },
              {
                name: 'Completed today',
                value: data.completed,
                tone: 'ok',
                search: { ...withState('COMPLETED'), ...fromToday() },
              },
              {
                name: 'With errors today',
                value: data.with_errors,
                tone: 'warn',
                search: { ...withState('COMPLETED_WITH_ERRORS'), ...fromToday() },
              },
              {
                name: 'Failed or rejected today',
                value: data.failed,
                tone: 'bad',
                search: { ...withState('FAILED', 'REJECTED'), ...fromToday() },
              },
            ]}
          />
          <WeekTable what="Files received" values={data.received_by_day} />
        </>
      )}
    </Tile>
  )
}

function InquiriesTile() {
  return (
    <Tile title="Inquiries" query={useQuery(inquiriesTileQuery)}>
      {(data) => (
        <>
          <div className={css.lead}>
            <div>
              <p className={css.big}>{formatNumber(data.open)}</p>
              <p className={css.under}>open · {formatNumber(data.today)} run today</p>
            </div>
            <Week what="Inquiries run" values={data.by_day} />
          </div>
          <p className={css.under}>
            {data.median_seconds === null ? 'No usual time yet' : `Median ${duration(data.median_seconds)}`}
            {data.oldest_open_seconds === null || data.open === 0
              ? ''
              : ` · oldest open ${duration(data.oldest_open_seconds)}`}
          </p>
          {data.by_purpose.length > 0 ? (
            <CountList
              counts={data.by_purpose.map(({ purpose, count }) => ({
                name: PURPOSE_LABELS[purpose],
                value: count,
              }))}
            />
          ) : (
            <EmptyState title="No inquiries yet">Their purposes are counted here.</EmptyState>
          )}
          <WeekTable what="Inquiries run" values={data.by_day} />
        </>
      )}
    </Tile>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ErrorNotice, useLastingError } from '../../kit/feedback/error-notice.tsx'
import { formatSeconds } from '../../kit/format/format-time.ts'
import { Page } from '../../kit/shell/page.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ErrorsCard } from './errors-card.tsx'
import { PartsCard } from './parts-card.tsx'
import { ProcessesCard } from './processes-card.tsx'
import { QueuesCard } from './queues-card.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'
import { IdentityCard, MailCard } from './services-cards.tsx'
import css from './status.module.css'
import { statusQuery } from './status-queries.ts'
import { TrendsCard } from './trends-card.tsx'
import { FilesCard, WorkCard } from './work-cards.tsx'

/** Current state of the system, from the same figures as the metrics. */
export function StatusScreen() {
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

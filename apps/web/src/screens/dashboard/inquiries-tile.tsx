import { useQuery } from '@tanstack/react-query'
import { inquiriesTileQuery } from '../../api/dashboard.ts'
import { duration } from '../../kit/format-number.ts'
import { PURPOSE_LABELS } from '../../kit/purposes.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { CountList } from './count-list.tsx'
import css from './dashboard.module.css'
import { Tile } from './tile.tsx'
import { Week, WeekTable } from './week.tsx'

export function InquiriesTile() {
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
              figures={data.by_purpose.map(({ purpose, count }) => ({
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

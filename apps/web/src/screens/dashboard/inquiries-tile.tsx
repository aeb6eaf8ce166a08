import { useQuery } from '@tanstack/react-query'
import { inquiriesTileQuery } from '../../api/dashboard.ts'
import { duration } from '../../kit/figures.ts'
import { PURPOSE_WORDS } from '../../kit/purposes.ts'
import { Empty } from '../../ui/empty.tsx'
import { figure } from '../../ui/figure.ts'
import css from './dashboard.module.css'
import { FiguresList } from './figures-list.tsx'
import { Tile } from './tile.tsx'
import { Week, WeekTable } from './week.tsx'

export function InquiriesTile() {
  return (
    <Tile title="Inquiries" query={useQuery(inquiriesTileQuery)}>
      {(data) => (
        <>
          <div className={css.lead}>
            <div>
              <p className={css.big}>{figure(data.open)}</p>
              <p className={css.under}>open · {figure(data.today)} run today</p>
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
            <FiguresList
              figures={data.by_purpose.map(({ purpose, count }) => ({
                name: PURPOSE_WORDS[purpose],
                value: count,
              }))}
            />
          ) : (
            <Empty title="No inquiries yet">Their purposes are counted here.</Empty>
          )}
          <WeekTable what="Inquiries run" values={data.by_day} />
        </>
      )}
    </Tile>
  )
}

import { useQuery } from '@tanstack/react-query'
import { filesTileQuery } from '../../api/dashboard.ts'
import { duration } from '../../kit/format-number.ts'
import { formatNumber } from '../../ui/format-number.ts'
import { CountList } from './count-list.tsx'
import css from './dashboard.module.css'
import { Tile } from './tile.tsx'
import { Week, WeekTable } from './week.tsx'

export function FilesTile() {
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
            figures={[
              { name: 'Under way', value: data.processing, tone: 'info', search: { status: 'moving' } },
              {
                name: 'Awaiting confirmation',
                value: data.awaiting_confirmation,
                tone: 'warn',
                search: { status: 'waiting' },
              },
              {
                name: 'Completed today',
                value: data.completed,
                tone: 'ok',
                search: { status: 'completed', since: 'today' },
              },
              {
                name: 'With errors today',
                value: data.with_errors,
                tone: 'warn',
                search: { status: 'errors', since: 'today' },
              },
              {
                name: 'Failed or rejected today',
                value: data.failed,
                tone: 'bad',
                search: { status: 'failed', since: 'today' },
              },
            ]}
          />
          <WeekTable what="Files received" values={data.received_by_day} />
        </>
      )}
    </Tile>
  )
}

import { labelOfState } from '@backoffice/contract/newer-release'
import { PURPOSE_LABELS } from '@backoffice/contract/purposes'
import { duration } from '../../kit/format/format-number.ts'
import { formatNumber } from '../../ui/format-number.ts'
import { type TileData, useTile } from './dashboard-queries.ts'
import { emptyDay } from './empty-day.ts'
import { Figures, Lead } from './figures.tsx'
import { inquiriesBehind, inquiriesRun } from './links.ts'
import { Tile } from './tile.tsx'

export function InquiriesTile({ date }: { date: string | undefined }) {
  return (
    <Tile title="Inquiries" query={useTile('inquiries', date)}>
      {(data) => (
        <>
          <Lead
            isInline
            value={formatNumber(data.run)}
            behind={inquiriesRun(data.business_date)}
            caption={captionOf(data)}
          />
          <Figures
            columns={2}
            figures={[
              ...data.by_purpose.map(({ purpose, count }) => ({
                name: labelOfState(PURPOSE_LABELS, purpose),
                value: count,
                behind: inquiriesRun(data.business_date, { 'past.f.purpose': purpose }),
              })),
              {
                name: 'Open now',
                value: data.open,
                tone: 'info',
                behind: inquiriesBehind({ 'past.f.mode': 'FILE', 'past.f.state': 'QUEUED~PROCESSING' }),
              },
            ]}
          />
        </>
      )}
    </Tile>
  )
}

function captionOf(data: TileData<'inquiries'>): string {
  const { run, run_mean, median_seconds, oldest_open_seconds, business_date } = data
  const parts = [
    run_mean === null ? undefined : `7-day average ${run_mean.toFixed(1)}`,
    median_seconds === null ? undefined : `median of files ${duration(median_seconds)}`,
    oldest_open_seconds === null ? undefined : `oldest open ${duration(oldest_open_seconds)}`,
  ].filter(Boolean)
  return run === 0
    ? [emptyDay('inquiries run', business_date), parts.join(', ')].filter(Boolean).join(' ')
    : ['run', ...parts].join(', ')
}

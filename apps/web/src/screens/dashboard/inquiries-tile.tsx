import { PURPOSE_LABELS } from '@backoffice/contract/purposes'
import { duration } from '../../kit/format-number.ts'
import { formatNumber } from '../../ui/format-number.ts'
import { useTile } from './dashboard-queries.ts'
import { Figures, Lead } from './figures.tsx'
import { inquiriesBehind, inquiriesRun } from './links.ts'
import { Tile } from './tile.tsx'

export function InquiriesTile({ date }: { date: string | undefined }) {
  return (
    <Tile title="Inquiries" query={useTile('inquiries', date)}>
      {(data) => (
        <>
          <Lead
            value={formatNumber(data.run)}
            behind={inquiriesRun(data.business_date)}
            caption={[
              'run',
              data.run_mean === null ? undefined : `7-day average ${data.run_mean.toFixed(1)}`,
              data.median_seconds === null ? undefined : `files took ${duration(data.median_seconds)}`,
            ]
              .filter(Boolean)
              .join(', ')}
            line={{ label: 'Inquiries run, the last 7 days', values: data.run_by_day }}
          />
          <Figures
            figures={[
              ...data.by_purpose.map(({ purpose, count }) => ({
                name: PURPOSE_LABELS[purpose],
                value: count,
                behind: inquiriesRun(data.business_date, { 'past.f.purpose': purpose }),
              })),
              {
                name:
                  data.oldest_open_seconds === null
                    ? 'Open now'
                    : `Open now, oldest ${duration(data.oldest_open_seconds)}`,
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

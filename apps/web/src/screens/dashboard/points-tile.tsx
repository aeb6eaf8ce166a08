import { PENDING_AGES, type PendingAge } from '@backoffice/contract/transactions'
import { comparedWith, shortHundredths, signedWhole } from '../../kit/format-amount.ts'
import { plural } from '../../kit/format-number.ts'
import { weekdayOf } from '../../kit/format-time.ts'
import { DayChart } from './charts.tsx'
import { useTile } from './dashboard-queries.ts'
import figureCss from './figures.module.css'
import { Bars, Figures, type FigureTone } from './figures.tsx'
import { transactionsBehind } from './links.ts'
import { Tile } from './tile.tsx'
import { DayTable } from './transactions-tile.tsx'

const TONES: Readonly<Record<PendingAge, FigureTone | undefined>> = {
  '0-5': undefined,
  '6-10': undefined,
  '11-15': 'warn',
  '16+': 'bad',
}

export function PointsTile({ date }: { date: string | undefined }) {
  return (
    <Tile
      title="Points"
      query={useTile('points', date)}
      table={({ by_day }) => (
        <DayTable
          label="Points earned by day"
          days={by_day.map(({ day, earned, pending, mean }) => ({
            day,
            value: Math.round((earned + pending) / 100),
            mean: mean === null ? null : mean / 100,
          }))}
        />
      )}
    >
      {(data) => {
        const earned = data.earned + data.earned_pending
        const compared = earned === 0 ? undefined : comparedWith(earned, data.earned_mean)
        return (
          <>
            <p className={figureCss.under}>Pending posting now, by age in working days</p>
            <Bars
              bars={data.pending.map(({ age, transactions, points }) => ({
                name: PENDING_AGES[age].label,
                value: transactions,
                tone: TONES[age],
                text: `${plural(transactions, 'txn')} · ${shortHundredths(points)} pts`,
                behind: transactionsBehind({ figure: 'PENDING', age }),
              }))}
            />
            <Figures
              columns={2}
              figures={[
                {
                  name: 'Earned',
                  value: data.earned,
                  text: signedWhole(data.earned),
                  behind: transactionsBehind({ figure: 'EARNED' }),
                },
                {
                  name: 'Adjusted',
                  value: data.adjusted,
                  text: signedWhole(data.adjusted),
                  behind: transactionsBehind({ figure: 'ADJUSTED' }),
                },
                {
                  name: 'Redeemed',
                  value: data.redeemed,
                  text: signedWhole(-data.redeemed),
                  behind: transactionsBehind({ figure: 'REDEEMED' }),
                },
                {
                  name: 'Expired',
                  value: data.expired,
                  text: signedWhole(-data.expired),
                  behind: transactionsBehind({ figure: 'EXPIRED' }),
                },
              ]}
            />
            <Figures
              figures={[
                { name: 'Net liability', value: data.net_liability, text: signedWhole(data.net_liability) },
              ]}
            />
            <DayChart
              label="Points earned by day"
              days={data.by_day.map(({ day, earned, pending, mean }) => ({
                day,
                value: earned / 100,
                pending: pending / 100,
                mean: mean === null ? null : mean / 100,
              }))}
              caption={
                compared
                  ? `Earned (pale: pending): ${compared} on an average ${weekdayOf(data.business_date)} (line).`
                  : data.earned_mean === null
                    ? 'Earned (pale: pending). No older data.'
                    : 'Earned (pale: pending). Nothing received for this date yet.'
              }
            />
          </>
        )
      }}
    </Tile>
  )
}

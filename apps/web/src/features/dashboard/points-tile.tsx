import { PENDING_AGES, type PendingAge, type TransactionFigure } from '@backoffice/contract/transactions'
import { differenceFrom, shortHundredths, signedWhole } from '../../kit/format/format-amount.ts'
import { formatNumber } from '../../ui/format-number.ts'
import { type TileData, useTile } from './dashboard-queries.ts'
import { DayTable } from './day-table.tsx'
import { Figures, FigureTable, type FigureTone } from './figures.tsx'
import { transactionsBehind } from './links.ts'
import { Tile } from './tile.tsx'

const TONES: Readonly<Record<PendingAge, FigureTone | undefined>> = {
  '0-5': undefined,
  '6-10': undefined,
  '11-15': 'warn',
  '16+': 'bad',
}

const TEXT_TONES: Partial<Record<PendingAge, FigureTone>> = { '16+': 'bad' }

export function PointsTile({ date }: { date: string | undefined }) {
  return (
    <Tile
      title="Points"
      query={useTile('points', date)}
      table={{
        label: 'By day',
        view: ({ by_day }) => (
          <DayTable
            label="Points earned by day"
            days={by_day.map(({ day, earned, pending, mean }) => ({
              day,
              value: Math.round((earned + pending) / 100),
              mean: mean === null ? null : mean / 100,
            }))}
          />
        ),
      }}
    >
      {(data) => {
        const { business_date: date } = data
        const posted = (name: string, value: number, figure: TransactionFigure) => ({
          name,
          value,
          text: signedWhole(value),
          behind: transactionsBehind({ date, figure }),
        })
        return (
          <>
            <FigureTable
              label="Points pending now, by age"
              heads={['Pending, working days', 'Transactions', 'Points']}
              hasBars
              rows={data.pending.map(({ age, transactions, points }) => ({
                name: PENDING_AGES[age].label,
                behind: transactionsBehind({ date, figure: 'PENDING', age }),
                length: transactions,
                tone: TONES[age],
                cells: [
                  { text: formatNumber(transactions), tone: transactions > 0 ? TEXT_TONES[age] : undefined },
                  shortHundredths(points),
                ],
              }))}
            />
            <Figures
              columns={2}
              figures={[
                posted('Earned', data.earned, 'EARNED'),
                posted('Adjusted', data.adjusted, 'ADJUSTED'),
                posted('Redeemed', -data.redeemed, 'REDEEMED'),
                posted('Expired', -data.expired, 'EXPIRED'),
                posted('Net liability', data.net_liability, 'NET_LIABILITY'),
                comparison(data),
              ]}
            />
          </>
        )
      }}
    </Tile>
  )
}

/** Earned points, posted or pending, against an average weekday. */
function comparison({ earned, earned_pending, earned_mean, business_date }: TileData<'points'>) {
  return {
    name: 'vs usual',
    value: null,
    text: differenceFrom(earned + earned_pending, earned_mean) ?? '—',
    behind: transactionsBehind({ date: business_date, figure: 'TRANSACTIONS', tran_class: ['EARN'] }),
  }
}

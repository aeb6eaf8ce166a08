import { GAP_LABELS, GAP_TABLES, gapPermission } from '@backoffice/contract/mapping'
import { labelOfState } from '@backoffice/contract/objects'
import { PENDING_AGES, type PendingAge, type TransactionFigure } from '@backoffice/contract/transactions'
import { Link } from '@tanstack/react-router'
import { PermissionGate } from '../../kit/access/permission-gate.tsx'
import { differenceFrom, hundredths, shortHundredths, signedWhole } from '../../kit/format/format-amount.ts'
import { plural } from '../../kit/format/format-number.ts'
import { day } from '../../kit/format/format-time.ts'
import { filledLink } from '../../kit/record/record-links.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { gapName, KIND_PLURALS, knownValues } from '../mapping/gap-figures.ts'
import css from './dashboard.module.css'
import { type TileData, useTile } from './dashboard-queries.ts'
import { DayTable } from './day-chart.tsx'
import { Figures, FigureTable, type FigureTone, Lead, SourceLink } from './figures.tsx'
import { gapsSource, transactionsSource } from './links.ts'
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
          source: transactionsSource({ date, figure }),
        })
        return (
          <>
            <FigureTable
              label="Points pending now, by age"
              heads={['Pending, working days', 'Transactions', 'Points']}
              hasBars
              rows={data.pending.map(({ age, transactions, points }) => ({
                name: PENDING_AGES[age].label,
                source: transactionsSource({ date, figure: 'PENDING', age }),
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
    source: transactionsSource({ date: business_date, figure: 'TRANSACTIONS', tran_class: ['EARN'] }),
  }
}

/** The tile is as high as its row. */
const LARGEST_SHOWN = 2

/** `412,880` */
const whole = (centavos: number) => hundredths(centavos).replace(/\.\d+$/, '')
/** `17 Nov` */
const shortDate = (at: string) => day(at).slice(0, -5)

/** Transactions waiting for unmapped codes. */
export function MappingTile({ date }: { date: string | undefined }) {
  return (
    <Tile title="Mapping gaps" isNow query={useTile('mapping', date)}>
      {({ blocked, kinds, codes }) => {
        const all = kinds.reduce((total, kind) => total + kind.codes, 0)
        const fresh = kinds.reduce((total, kind) => total + kind.new_codes, 0)
        if (all === 0) return <EmptyState title="No mapping gaps">Every code received is mapped.</EmptyState>
        return (
          <>
            <Lead
              isInline
              value={`₱ ${whole(blocked.amount)}`}
              source={gapsSource()}
              caption={`${plural(blocked.transactions, 'transaction')} ${blocked.transactions === 1 ? 'waits' : 'wait'} for ${plural(all, 'code')}, ${fresh} new in 7 days`}
            />
            <FigureTable
              label="Gaps by type"
              heads={['Type', 'Codes', 'Value, ₱', 'Since']}
              rows={kinds.map(({ kind, codes: count, amount, first_at }) => ({
                name: KIND_PLURALS[kind],
                source: gapsSource(kind),
                cells: [formatNumber(count), shortHundredths(amount), first_at ? shortDate(first_at) : '—'],
              }))}
            />
            {codes.length > 0 && (
              <ul className={css.gaps} aria-label="Largest gaps">
                {codes.slice(0, LARGEST_SHOWN).map((gap) => (
                  <li key={`${gap.kind} ${gapName(gap)} ${gap.company_code}`}>
                    <span>
                      <SourceLink source={gapsSource(gap.kind, gap.code)}>
                        <code>{gapName(gap)}</code>
                      </SourceLink>{' '}
                      <small>{labelOfState(GAP_LABELS, gap.kind)}</small>
                    </span>
                    <strong>₱ {whole(gap.amount)}</strong>
                    <PermissionGate permission={gapPermission(gap.kind, 'create')}>
                      <Link
                        {...filledLink(GAP_TABLES[gap.kind].table, knownValues(gap))}
                        aria-label={`Map now, ${gapName(gap)}`}
                      >
                        Map now
                      </Link>
                    </PermissionGate>
                  </li>
                ))}
              </ul>
            )}
          </>
        )
      }}
    </Tile>
  )
}

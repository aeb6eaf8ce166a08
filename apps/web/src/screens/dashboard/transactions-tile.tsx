import { isKeyOf } from '@backoffice/contract/objects'
import { TRAN_CLASS_LABELS, type TranClass } from '@backoffice/contract/transactions'
import { comparedWith, hundredths, percent, shortHundredths } from '../../kit/format-amount.ts'
import { plural } from '../../kit/format-number.ts'
import { weekdayOf } from '../../kit/format-time.ts'
import { formatNumber } from '../../ui/format-number.ts'
import { numeric, Table } from '../../ui/table.tsx'
import { DayChart } from './charts.tsx'
import css from './dashboard.module.css'
import type { TileData } from './dashboard-queries.ts'
import { useTile } from './dashboard-queries.ts'
import figureCss from './figures.module.css'
import { BehindLink, Figures, Lead, Stack } from './figures.tsx'
import { type Drill, transactionsBehind } from './links.ts'
import { Tile } from './tile.tsx'

type Data = TileData<'transactions'>

const COMPANIES_SHOWN = 6
const className = (name: TranClass | null) => (name === null ? 'Not mapped' : TRAN_CLASS_LABELS[name])
const companyName = (code: string | null) => code ?? 'No company'
const drill = (more: Omit<Drill, 'figure'> = {}) => transactionsBehind({ figure: 'TRANSACTIONS', ...more })

const TONES = { EARN: 'accent', REDEEM: 'info', REVERSAL: 'warn' } as const
const toneOf = (tranClass: string | null) =>
  tranClass && isKeyOf(TONES, tranClass) ? TONES[tranClass] : 'quiet'

export function TransactionsTile({ date }: { date: string | undefined }) {
  return (
    <Tile
      title="Transactions"
      query={useTile('transactions', date)}
      table={(data) => <AsTable data={data} />}
    >
      {(data) => (
        <div className={css.wide}>
          <DayChart
            label="Transactions by day"
            isTall
            days={data.by_day.map(({ day, transactions, mean }) => ({ day, value: transactions, mean }))}
          />
          <div className={css.body}>
            <Lead
              value={formatNumber(data.transactions)}
              behind={drill()}
              caption={`₱ ${shortHundredths(data.amount)}, ${usual(data.transactions, data.mean, data)}`}
            />
            <Companies data={data} />
          </div>
          <div className={css.whole}>
            <Stack
              parts={data.classes.map(({ tran_class, transactions }) => ({
                name: className(tran_class),
                value: transactions,
                tone: toneOf(tran_class),
              }))}
            />
            <dl className={figureCss.legend}>
              {data.classes.map(({ tran_class, transactions }) => (
                <div key={className(tran_class)} data-tone={toneOf(tran_class)}>
                  <dt>
                    <BehindLink behind={drill({ tran_class: tran_class ?? '' })}>
                      {className(tran_class)}
                    </BehindLink>
                  </dt>
                  <dd>
                    {formatNumber(transactions)}
                    {tran_class === 'REVERSAL' && data.reversals_percent !== null && (
                      <small> {percent(data.reversals_percent)}</small>
                    )}
                  </dd>
                </div>
              ))}
              <div data-last>
                <dt>
                  <BehindLink behind={transactionsBehind({ figure: 'DUPLICATES' })}>Duplicates</BehindLink>
                </dt>
                <dd data-tone={data.duplicates > 0 ? 'warn' : undefined}>{formatNumber(data.duplicates)}</dd>
              </div>
            </dl>
          </div>
        </div>
      )}
    </Tile>
  )
}

function usual(
  value: number,
  mean: number | null,
  { business_date, weeks }: Pick<Data, 'business_date' | 'weeks'>,
) {
  const compared = comparedWith(value, mean)
  if (!compared) return 'no average yet'
  if (value === 0) return 'none received for this date'
  const ofWeeks = weeks === 8 ? '' : `, average of ${weeks} ${weeks === 1 ? 'week' : 'weeks'}`
  return `${compared} an average ${weekdayOf(business_date)}${ofWeeks}`
}

function Companies({ data }: { data: Data }) {
  const others = data.companies.slice(COMPANIES_SHOWN)
  const sum = (name: 'transactions' | 'amount') => others.reduce((total, each) => total + each[name], 0)
  const text = (value: number, amount: number) => `${plural(value, 'txn')} · ₱ ${shortHundredths(amount)}`
  return (
    <Figures
      figures={[
        ...data.companies.slice(0, COMPANIES_SHOWN).map(({ company_code, transactions, amount }) => ({
          name: companyName(company_code),
          value: transactions,
          text: text(transactions, amount),
          behind: drill({ company_code: company_code ?? '' }),
        })),
        ...(others.length > 0
          ? [
              {
                name:
                  others.length === 1
                    ? companyName(others[0]?.company_code ?? null)
                    : `${others.length} others`,
                value: sum('transactions'),
                text: text(sum('transactions'), sum('amount')),
              },
            ]
          : []),
      ]}
    />
  )
}

function AsTable({ data }: { data: Data }) {
  return (
    <>
      <Table label="Transactions by company and class" plain>
        <thead>
          <tr>
            <th scope="col">Company</th>
            <th scope="col">Class</th>
            <th scope="col" {...numeric}>
              Transactions
            </th>
            <th scope="col" {...numeric}>
              Amount, ₱
            </th>
          </tr>
        </thead>
        <tbody>
          {data.cells.map(({ company_code, tran_class, transactions, amount }) => (
            <tr key={`${company_code} ${tran_class}`}>
              <td>{companyName(company_code)}</td>
              <td>
                <BehindLink
                  behind={drill({ company_code: company_code ?? '', tran_class: tran_class ?? '' })}
                >
                  {className(tran_class)}
                </BehindLink>
              </td>
              <td {...numeric}>{formatNumber(transactions)}</td>
              <td {...numeric}>{hundredths(amount)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      <DayTable
        label="Transactions by day"
        days={data.by_day.map(({ day, transactions, mean }) => ({ day, value: transactions, mean }))}
      />
    </>
  )
}

type Day = { day: string; value: number; mean: number | null }

export function DayTable({ label, days }: { label: string; days: readonly Day[] }) {
  return (
    <Table label={label} plain>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col" {...numeric}>
            {label.replace(' by day', '')}
          </th>
          <th scope="col" {...numeric}>
            Weekday average
          </th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ day, value, mean }) => (
          <tr key={day}>
            <th scope="row">
              {weekdayOf(day).slice(0, 3)} {day}
            </th>
            <td {...numeric}>{formatNumber(value)}</td>
            <td {...numeric}>{mean === null ? '—' : formatNumber(Math.round(mean))}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

import { isKeyOf } from '@backoffice/contract/objects'
import { TRAN_CLASS_LABELS, type TranClass } from '@backoffice/contract/transactions'
import {
  comparedWith,
  differenceFrom,
  hundredths,
  percent,
  shortHundredths,
} from '../../kit/format/format-amount.ts'
import { weekdayOf } from '../../kit/format/format-time.ts'
import { formatNumber } from '../../ui/format-number.ts'
import { numeric, Table } from '../../ui/table.tsx'
import { emptyDay } from './business-date.tsx'
import css from './dashboard.module.css'
import { type TileData, useTile } from './dashboard-queries.ts'
import { DayChart, DayTable } from './day-chart.tsx'
import type { Drill } from './drill.ts'
import { FigureTable, Lead, SourceLink, Stack } from './figures.tsx'
import { transactionsSource } from './links.ts'
import stackCss from './stack.module.css'
import { Tile } from './tile.tsx'

type Data = TileData<'transactions'>

const COMPANIES_SHOWN = 4
const CLASSES_SHOWN = 4
const className = (name: TranClass | null) => (name === null ? 'Not mapped' : TRAN_CLASS_LABELS[name])
const companyName = (code: string | null) => code ?? 'No company'
const drillOf = ({ business_date }: Data, part: Pick<Drill, 'company_code' | 'tran_class'> = {}) =>
  transactionsSource({ date: business_date, figure: 'TRANSACTIONS', ...part })

const TONES = { EARN: 'accent', REDEEM: 'info', REVERSAL: 'warn' } as const
const toneOf = (tranClass: string | null) =>
  tranClass && isKeyOf(TONES, tranClass) ? TONES[tranClass] : 'quiet'

export function TransactionsTile({ date }: { date: string | undefined }) {
  return (
    <Tile
      title="Transactions"
      query={useTile('transactions', date)}
      table={{ label: 'As table', view: (data) => <AsTable data={data} /> }}
    >
      {(data) => (
        <div className={css.wide}>
          <DayChart
            label="Transactions by day"
            days={data.by_day.map(({ day, transactions, mean }) => ({ day, value: transactions, mean }))}
          />
          <div className={css.body}>
            <Lead
              isInline
              value={formatNumber(data.transactions)}
              source={drillOf(data)}
              caption={
                data.transactions === 0
                  ? emptyDay('transactions received', data.business_date)
                  : `₱ ${shortHundredths(data.amount)}, ${usual(data)}`
              }
            />
            {data.companies.length > 0 && <Companies data={data} />}
          </div>
          <div className={css.whole}>
            <Stack
              parts={data.classes.map(({ tran_class, transactions }) => ({
                name: className(tran_class),
                value: transactions,
                tone: toneOf(tran_class),
              }))}
            />
            <dl className={stackCss.legend}>
              {legendOf(data).map(({ name, tone, classes, transactions }) => (
                <div key={name} data-tone={tone}>
                  <dt>
                    <SourceLink source={drillOf(data, { tran_class: classes })}>{name}</SourceLink>
                  </dt>
                  <dd>
                    {formatNumber(transactions)}
                    {name === TRAN_CLASS_LABELS.REVERSAL && data.reversals_percent !== null && (
                      <small> {percent(data.reversals_percent)}</small>
                    )}
                  </dd>
                </div>
              ))}
              <div data-last>
                <dt>
                  <SourceLink source={transactionsSource({ date: data.business_date, figure: 'DUPLICATES' })}>
                    Duplicates
                  </SourceLink>
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

/** The most frequent classes, and the others together. */
function legendOf({ classes }: Data) {
  const shown = classes.length <= CLASSES_SHOWN ? classes : classes.slice(0, CLASSES_SHOWN - 1)
  const others = classes.slice(shown.length)
  return [
    ...shown.map(({ tran_class, transactions }) => ({
      name: className(tran_class),
      tone: toneOf(tran_class),
      classes: [tran_class ?? ('' as const)],
      transactions,
    })),
    ...(others.length > 0
      ? [
          {
            name: `${others.length} others`,
            tone: toneOf(null),
            classes: others.map(({ tran_class }) => tran_class ?? ('' as const)),
            transactions: others.reduce((total, { transactions }) => total + transactions, 0),
          },
        ]
      : []),
  ]
}

function usual({ transactions, mean, weeks, business_date }: Data): string {
  const compared = comparedWith(transactions, mean)
  if (!compared) return 'no average yet'
  const ofWeeks = weeks === 8 ? '' : `, average of ${weeks} ${weeks === 1 ? 'week' : 'weeks'}`
  return `${compared} an average ${weekdayOf(business_date)}${ofWeeks}`
}

/** The largest companies, and the others together. */
function Companies({ data }: { data: Data }) {
  const isAll = data.companies.length <= COMPANIES_SHOWN
  const shown = isAll ? data.companies : data.companies.slice(0, COMPANIES_SHOWN - 1)
  const others = data.companies.slice(shown.length)
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  const row = (name: string, companies: Data['companies']) => {
    const transactions = sum(companies.map((each) => each.transactions))
    const means = companies.flatMap(({ mean }) => mean ?? [])
    const mean = means.length === companies.length ? sum(means) : null
    return {
      name,
      source: drillOf(data, { company_code: companies.map(({ company_code }) => company_code ?? '') }),
      cells: [
        formatNumber(transactions),
        shortHundredths(sum(companies.map(({ amount }) => amount))),
        differenceFrom(transactions, mean) ?? '—',
      ],
    }
  }
  return (
    <FigureTable
      label="Transactions by company"
      heads={['Company', 'Count', 'Amount, ₱', 'vs usual']}
      rows={[
        ...shown.map((company) => row(companyName(company.company_code), [company])),
        ...(others.length > 0 ? [row(`${others.length} others`, others)] : []),
      ]}
    />
  )
}

function AsTable({ data }: { data: Data }) {
  return (
    <>
      {data.cells.length === 0 ? (
        <p>{emptyDay('transactions received', data.business_date)}</p>
      ) : (
        <ByCompany data={data} />
      )}
      <DayTable
        label="Transactions by day"
        days={data.by_day.map(({ day, transactions, mean }) => ({ day, value: transactions, mean }))}
      />
    </>
  )
}

function ByCompany({ data }: { data: Data }) {
  return (
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
              <SourceLink
                source={drillOf(data, { company_code: [company_code ?? ''], tran_class: [tran_class ?? ''] })}
              >
                {className(tran_class)}
              </SourceLink>
            </td>
            <td {...numeric}>{formatNumber(transactions)}</td>
            <td {...numeric}>{hundredths(amount)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

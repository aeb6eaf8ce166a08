import { FILE_CODES } from '@backoffice/contract/file-codes'
import { isKeyOf } from '@backoffice/contract/objects'
import { percent } from '../../kit/format-amount.ts'
import { formatNumber } from '../../ui/format-number.ts'
import { useTile } from './dashboard-queries.ts'
import figureCss from './figures.module.css'
import { Bars, Figures, Lead } from './figures.tsx'
import { Tile } from './tile.tsx'

/** Description of a code up to its colon, without the fix. */
const nameOf = (code: string) => (isKeyOf(FILE_CODES, code) ? FILE_CODES[code] : code).split(':')[0] ?? code

export function RowsTile({ date }: { date: string | undefined }) {
  return (
    <Tile title="Rows" query={useTile('rows', date)}>
      {(data) => {
        const { rejected_percent: share, rejected_percent_before: before } = data
        const isWorse = share !== null && before !== null && share > before
        return (
          <>
            <Lead
              value={share === null ? '—' : percent(share)}
              tone={isWorse ? 'warn' : undefined}
              caption={
                data.checked === 0
                  ? 'No rows were checked.'
                  : `rejected of ${formatNumber(data.checked)}, ${before === null ? 'no earlier rows' : `7-day average ${percent(before)}`}`
              }
              line={{
                label: 'Rejected rows in percent, the last 7 days',
                values: data.rejected_percent_by_day.map((each) => each ?? 0),
              }}
            />
            {data.codes.length > 0 && (
              <Bars
                bars={data.codes.map(({ code, errors }) => ({
                  code,
                  name: nameOf(code),
                  value: errors,
                  tone: 'warn',
                }))}
              />
            )}
            <Figures
              figures={[
                { name: 'Rejected', value: data.rejected, tone: 'warn' },
                {
                  name:
                    data.processed_mean === null
                      ? 'Processed'
                      : `Processed, 7-day average ${formatNumber(Math.round(data.processed_mean))}`,
                  value: data.processed,
                },
              ]}
            />
            {data.codes.length === 0 && data.checked > 0 && (
              <p className={figureCss.under}>No row had an error.</p>
            )}
          </>
        )
      }}
    </Tile>
  )
}

import { FILE_CODES } from '@backoffice/contract/file-codes'
import { isKeyOf } from '@backoffice/contract/objects'
import { percent } from '../../kit/format/format-amount.ts'
import { formatNumber } from '../../ui/format-number.ts'
import { type TileData, useTile } from './dashboard-queries.ts'
import { emptyDay } from './empty-day.ts'
import figureCss from './figures.module.css'
import { CodeFigures, Figures, Lead } from './figures.tsx'
import { filesEnded, filesWithErrors } from './links.ts'
import { Tile } from './tile.tsx'

/** Description of a code up to its colon, without the fix. */
const nameOf = (code: string) => (isKeyOf(FILE_CODES, code) ? FILE_CODES[code] : code).split(':')[0] ?? code

export function RowsTile({ date }: { date: string | undefined }) {
  return (
    <Tile title="Rows" query={useTile('rows', date)}>
      {(data) => {
        const { rejected_percent: share, rejected_percent_before: before, business_date } = data
        const isWorse = share !== null && before !== null && share > before
        return (
          <>
            <Lead
              isInline
              value={share === null ? '—' : percent(share)}
              tone={isWorse ? 'warn' : undefined}
              behind={filesWithErrors(business_date)}
              caption={captionOf(data)}
            />
            {data.codes.length > 0 && (
              <CodeFigures
                figures={data.codes.map(({ code, errors }) => ({
                  code,
                  name: nameOf(code),
                  value: errors,
                  behind: filesWithErrors(business_date, code),
                }))}
              />
            )}
            {data.codes.length === 0 && data.checked > 0 && (
              <p className={figureCss.under}>No row had an error.</p>
            )}
            <Figures
              figures={[
                {
                  name: 'Processed',
                  note:
                    data.processed_mean === null
                      ? undefined
                      : `7-day average ${formatNumber(Math.round(data.processed_mean))}`,
                  value: data.processed,
                  behind: filesEnded(business_date, 'COMPLETED', 'COMPLETED_WITH_ERRORS'),
                },
              ]}
            />
          </>
        )
      }}
    </Tile>
  )
}

function captionOf({ checked, rejected, rejected_percent_before: before, business_date }: TileData<'rows'>) {
  const average = before === null ? 'no earlier rows' : `7-day average ${percent(before)}`
  return checked === 0
    ? emptyDay('rows checked', business_date)
    : `${formatNumber(rejected)} of ${formatNumber(checked)} rejected, ${average}`
}

import type { Approval, RequestRows as Page } from '@backoffice/contract/approvals'
import { PAGE_SIZES } from '@backoffice/contract/list'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { plural } from '../../kit/format/format-number.ts'
import { EmptyValue } from '../../ui/card.tsx'
import { CountChips } from '../../ui/count-chips.tsx'
import { Pager, pagesOf } from '../../ui/pager.tsx'
import { rowsQuery } from './approvals-queries.ts'
import css from './request-rows.module.css'

type PageSize = (typeof PAGE_SIZES)[number]

/** All rows that a request changes, by page. Changes that a rule governs come first, then those that few rows have. */
export function RequestRows({ found }: { found: Approval }) {
  const [page, setPage] = useState(1)
  const [size, setSize] = useState<PageSize>(25)
  const [field, setField] = useState<string>()
  const body = { page, page_size: size, ...(field !== undefined && { field }) }
  const { data, isPending, error, refetch } = useQuery({
    ...rowsQuery(found.id, body),
    placeholderData: keepPreviousData,
  })
  const all = found.row_count ?? 0
  const show = (next: string | undefined) => {
    setField(next)
    setPage(1)
  }
  return (
    <section className={css.section} aria-busy={isPending}>
      <h3>What changes: {plural(all, 'row')}</h3>
      {error && (
        <p className={css.quiet}>
          The rows could not be loaded.{' '}
          <button type="button" className={css.link} onClick={() => void refetch()}>
            Load again
          </button>
        </p>
      )}
      {data && (
        <>
          <Summary data={data} />
          {data.fields.length > 0 && (
            <CountChips
              label="Filter the rows by field"
              chips={[
                { value: undefined, label: 'All rows', count: all },
                ...data.fields.map(({ field: value, label, rows }) => ({ value, label, count: rows })),
              ]}
              value={field}
              onChange={show}
            />
          )}
          <ul className={css.rows}>
            {data.items.map((row, index) => (
              // New rows can have equal names.
              // biome-ignore lint/suspicious/noArrayIndexKey: a page is replaced as a whole
              <Row key={index} row={row} all={all} />
            ))}
          </ul>
          {data.total > PAGE_SIZES[0] && (
            <Pager
              label="Pages of rows"
              page={page}
              pageSize={size}
              total={data.total}
              sizes={PAGE_SIZES}
              onPrevious={page > 1 ? () => setPage(page - 1) : undefined}
              onNext={page < pagesOf(data.total, size) ? () => setPage(page + 1) : undefined}
              onSize={(next) => {
                // The options are the sizes.
                setSize(next as PageSize)
                setPage(1)
              }}
            />
          )}
        </>
      )}
    </section>
  )
}

/** Sensitive fields of the request, so that they are seen without reading its rows. */
function Summary({ data: { fields, new_rows } }: { data: Page }) {
  const sensitive = fields.filter((each) => each.is_governed)
  const parts = sensitive.map(({ label, rows }) => `${label} in ${plural(rows, 'row')}`)
  return (
    <p className={css.quiet}>
      {parts.length > 0
        ? `Sensitive changes come first: ${parts.join(', ')}.`
        : 'No sensitive field of an existing row changes.'}
      {new_rows > 0 && ` ${plural(new_rows, 'new row')}.`} No other row changes.
    </p>
  )
}

type RowProps = { row: Page['items'][number]; all: number }

function Row({ row: { key, name, is_new, changes }, all }: RowProps) {
  return (
    <li>
      <strong>{key}</strong> {name !== '' && <span className={css.name}>{name}</span>}
      {is_new && <span className={css.new}>New</span>}
      <dl>
        {changes
          .filter(({ from, to }) => from !== null || to !== null)
          .map((change) => (
            <div key={change.field} data-governed={change.is_governed || undefined}>
              <dt>{change.label}</dt>
              <dd>
                {!is_new && (
                  <>
                    <Value value={change.from} /> <span aria-hidden="true">→</span>
                    <span className="visually-hidden">to</span>{' '}
                  </>
                )}
                <Value value={change.to} />
                {change.is_governed && <span className={css.mark}>Sensitive</span>}
                {!is_new && <Rarity rows={change.rows} all={all} />}
              </dd>
            </div>
          ))}
      </dl>
    </li>
  )
}

/** Most rows with a change that is marked as rare. */
const FEW = 3

function Rarity({ rows, all }: { rows: number; all: number }) {
  if (rows > FEW || all <= FEW) return null
  return <span className={css.mark}>{rows === 1 ? 'Only this row' : `Only ${rows} rows`}</span>
}

function Value({ value }: { value: string | null }) {
  return value === null || value === '' ? <EmptyValue /> : value
}

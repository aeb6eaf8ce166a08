import type { GapFigures, TableFigures } from '@backoffice/contract/mapping'
import { GAP_TABLES } from '@backoffice/contract/mapping-gaps'
import type { TableHeader } from '@backoffice/contract/table'
import { TABLE_HEADERS } from '@backoffice/contract/tables/headers'
import { Link } from '@tanstack/react-router'
import { plural } from '../../kit/format/format-number.ts'
import { listLink } from '../../kit/record/record-links.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import css from './lookup-index.module.css'

type Props = { tables: readonly TableFigures[]; gaps: GapFigures['gaps'] }

/** Cards of the lookup tables that the user may view. */
export function TableCards({ tables, gaps }: Props) {
  const shown = Object.values(TABLE_HEADERS).filter(({ path }) => path.startsWith('/lookup/'))
  return (
    <ul className={css.cards}>
      {shown.map((table) => {
        const figures = tables.find(({ name }) => name === table.name)
        return (
          figures && (
            <TableCard key={table.name} table={table} figures={figures} gaps={codesOf(gaps, table)} />
          )
        )
      })}
    </ul>
  )
}

function codesOf(gaps: GapFigures['gaps'], table: TableHeader): number {
  return gaps.find(({ kind }) => GAP_TABLES[kind].table.name === table.name)?.codes ?? 0
}

function TableCard({ table, figures, gaps }: { table: TableHeader; figures: TableFigures; gaps: number }) {
  const { total, in_force, ending, changed_in_7_days, silent } = figures
  return (
    <li className={css.card}>
      <div className={css.cardHead}>
        <h2>
          <Link {...listLink(table)}>{table.title}</Link>
        </h2>
        {gaps > 0 && <Badge tone="warn">{`${formatNumber(gaps)} not mapped`}</Badge>}
      </div>
      <p className={css.figure}>{formatNumber(total)}</p>
      <p>{total > 0 && in_force === total ? 'all in force' : `${formatNumber(in_force)} in force`}</p>
      <p>
        {silent === null
          ? `${ending === 0 ? 'none end' : plural(ending, 'ends', 'end')} within 30 days`
          : `${formatNumber(silent)} silent for more than 24 h`}
      </p>
      <p>
        {changed_in_7_days === 0 ? 'none changed' : `${formatNumber(changed_in_7_days)} changed`} this week
      </p>
    </li>
  )
}

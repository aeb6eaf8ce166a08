import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { plural } from '../../kit/format-number.ts'
import { gapFiguresQuery, KIND_PLURALS, pesos, totals } from '../../mapping/gap-figures.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import css from './dashboard.module.css'
import { Tile } from './tile.tsx'

/** Transactions that wait for codes that nobody has mapped; each kind leads to its gaps. */
export function MappingTile() {
  return (
    <Tile title="Mapping" query={useQuery(gapFiguresQuery)}>
      {(figures) => {
        const { codes, transactions, amount } = totals(figures)
        return (
          <>
            <div>
              <p className={css.big}>{formatNumber(transactions)}</p>
              <p className={css.under}>
                {codes === 0
                  ? 'transactions wait for a code'
                  : `wait for ${plural(codes, 'code')}, ₱ ${pesos(amount)}`}
              </p>
            </div>
            {codes === 0 ? (
              <EmptyState title="Nothing waits">Every code that the sources sent is mapped.</EmptyState>
            ) : (
              <dl className={css.counts}>
                {figures.gaps.map((gap) => (
                  <div key={gap.kind}>
                    <dt>
                      <Link to="/lookup" search={{ 'f.kind': gap.kind }}>
                        {KIND_PLURALS[gap.kind]}
                      </Link>
                    </dt>
                    <dd data-tone={gap.codes > 0 ? 'warn' : undefined}>{formatNumber(gap.codes)}</dd>
                  </div>
                ))}
              </dl>
            )}
          </>
        )
      }}
    </Tile>
  )
}

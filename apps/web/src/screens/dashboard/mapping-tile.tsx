import { GAP_LABELS, GAP_TABLES, gapPermission } from '@backoffice/contract/mapping-gaps'
import { Link } from '@tanstack/react-router'
import { shortHundredths } from '../../kit/format-amount.ts'
import { plural } from '../../kit/format-number.ts'
import { day } from '../../kit/format-time.ts'
import { PermissionGate } from '../../kit/permission-gate.tsx'
import { filledLink } from '../../kit/record/record-links.ts'
import { KIND_PLURALS, pesos } from '../../mapping/gap-figures.ts'
import { gapName, knownValues } from '../../mapping/gap-values.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { numeric, Table } from '../../ui/table.tsx'
import { useTile } from './dashboard-queries.ts'
import css from './dashboard.module.css'
import { Bars, Lead } from './figures.tsx'
import { gapsBehind } from './links.ts'
import { Tile } from './tile.tsx'

/** Transactions that wait for codes that nobody has mapped. */
export function MappingTile({ date }: { date: string | undefined }) {
  return (
    <Tile title="Mapping gaps" isNow query={useTile('mapping', date)}>
      {({ blocked, kinds, codes }) => {
        const all = kinds.reduce((total, kind) => total + kind.codes, 0)
        const fresh = kinds.reduce((total, kind) => total + kind.new_codes, 0)
        if (all === 0)
          return <EmptyState title="Nothing waits">Every code that the sources sent is mapped.</EmptyState>
        return (
          <>
            <Lead
              value={`₱ ${pesos(blocked.amount).replace(/\.\d+$/, '')}`}
              caption={`${plural(blocked.transactions, 'transaction')} ${blocked.transactions === 1 ? 'waits' : 'wait'} for ${plural(all, 'code')}, ${fresh} new in 7 days`}
            />
            <Bars
              bars={kinds.map(({ kind, codes: count, amount, first_at }) => ({
                name: KIND_PLURALS[kind],
                value: count,
                length: amount,
                tone: 'warn' as const,
                text: `${formatNumber(count)} · ₱ ${shortHundredths(amount)}${first_at ? `, since ${day(first_at).slice(0, -5)}` : ''}`,
                behind: gapsBehind(kind, gapPermission(kind, 'view')),
              }))}
            />
            {codes.length > 0 && (
              <Table label="The gaps that hold back most">
                <thead className="visually-hidden">
                  <tr>
                    <th scope="col">Kind</th>
                    <th scope="col">Code</th>
                    <th scope="col">First seen</th>
                    <th scope="col">Amount, ₱</th>
                    <th scope="col">Map</th>
                  </tr>
                </thead>
                <tbody className={css.gaps}>
                  {codes.map((gap) => (
                    <tr key={`${gap.kind} ${gapName(gap)} ${gap.company_code}`}>
                      <td>{GAP_LABELS[gap.kind]}</td>
                      <td>
                        <code>{gapName(gap)}</code>
                      </td>
                      <td>{day(gap.first_at).slice(0, -5)}</td>
                      <td {...numeric}>{pesos(gap.amount).replace(/\.\d+$/, '')}</td>
                      <td>
                        <PermissionGate permission={gapPermission(gap.kind, 'create')}>
                          <Link
                            {...filledLink(GAP_TABLES[gap.kind].table, knownValues(gap))}
                            aria-label={`Map now, ${gapName(gap)}`}
                          >
                            Map now
                          </Link>
                        </PermissionGate>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </Table>
            )}
          </>
        )
      }}
    </Tile>
  )
}

import { may } from '@backoffice/contract/access'
import { type GapFigures, type MappingGap, mappingEndpoints } from '@backoffice/contract/mapping'
import { GAP_KINDS, gapPermission } from '@backoffice/contract/mapping-gaps'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { hundredths } from '../../kit/format/format-amount.ts'
import { plural } from '../../kit/format/format-number.ts'
import { formatDateTime } from '../../kit/format/format-time.ts'
import type { BulkActions } from '../../kit/list/bulk-actions.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { selectionOf } from '../../kit/list/list-search.ts'
import { useList } from '../../kit/list/use-list.ts'
import { useUser } from '../../session/store.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ExportButton } from '../files/tracked/export/export-button.tsx'
import { KIND_PLURALS, totals } from '../mapping/gap-figures.ts'
import { GAPS_LIST } from './gaps-list.tsx'
import { KindTabs } from './kind-tabs.tsx'
import css from './lookup-index.module.css'
import { MapAgain } from './map-again.tsx'
import { useMapSeveral } from './map-several.tsx'
import { gapsQuery } from './mapping-queries.ts'

const EXPORT_FORMS = ['view'] as const

/** Unmapped codes of transactions, by kind. Codes of one kind can be mapped together. */
export function GapsCard({ figures }: { figures: GapFigures | undefined | null }) {
  const user = useUser()
  const kinds = GAP_KINDS.filter((kind) => may(user, gapPermission(kind, 'view')))
  const state = useList(GAPS_LIST)
  const result = useQuery({ ...gapsQuery(state.query), placeholderData: keepPreviousData })
  const several = useMapSeveral(() => state.select(new Map()))
  const selected = [...state.selected.values()]
  const bulk: BulkActions<MappingGap> = kinds
    .filter((kind) => selected.some((gap) => gap.kind === kind))
    .map((kind) => ({
      label: `Map ${KIND_PLURALS[kind].toLowerCase()}`,
      permission: gapPermission(kind, 'create'),
      run: (gaps) =>
        several.open(
          kind,
          gaps.filter((gap) => gap.kind === kind),
        ),
    }))
  const [only, ...others] = state.search.filters?.kind?.in ?? []
  const kind = others.length === 0 ? GAP_KINDS.find((each) => each === only) : undefined
  return (
    <div className={css.gaps}>
      <header className={css.head}>
        <div>
          <h2>Mapping gaps</h2>
          <p>{figures ? sentence(figures) : ' '}</p>
        </div>
        <div className={css.actions}>
          {figures && <span>as of {formatDateTime(figures.as_of)}</span>}
          {kind && <MapAgain kind={kind} />}
          <ExportButton
            endpoint={mappingEndpoints.export}
            permission="tender:export"
            request={() => ({
              ...selectionOf(state.search),
              sort: state.sort,
              columns: state.columns.map(({ field }) => field).filter((field) => field in EXPORTED),
            })}
            count={result.data?.total}
            forms={EXPORT_FORMS}
          />
        </div>
      </header>
      <ListPage
        state={state}
        result={result}
        bulk={bulk}
        searchLabel="Search codes"
        empty={<EmptyState title="No mapping gaps">Every code received is mapped.</EmptyState>}
      >
        {kinds.length > 1 && (
          <KindTabs
            kinds={kinds}
            figures={figures}
            kind={kind}
            onChoose={(chosen) => {
              const { kind: _kind, ...rest } = state.search.filters ?? {}
              state.change({ filters: chosen ? { ...rest, kind: { in: [chosen] } } : rest })
            }}
          />
        )}
      </ListPage>
      {several.dialog}
    </div>
  )
}

const EXPORTED: Readonly<Record<string, unknown>> = GAPS_LIST.declaration.fields

function sentence(figures: GapFigures): string {
  const { codes, transactions } = totals(figures)
  if (codes === 0) return 'Every code received is mapped.'
  const waiting = `${plural(transactions, 'transaction waits', 'transactions wait')} for ${plural(codes, 'code that is', 'codes that are')} not mapped yet.`
  return figures.mapped ? `${waiting} ₱ ${hundredths(figures.mapped.amount)} is mapped.` : waiting
}

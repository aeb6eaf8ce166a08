import { may } from '@backoffice/contract/access'
import {
  GAP_KINDS,
  type GapFigures,
  type GapKind,
  gapPermission,
  type MappingGap,
  mappingEndpoints,
} from '@backoffice/contract/mapping'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PermissionGate } from '../../kit/access/permission-gate.tsx'
import { useWrite } from '../../kit/form/use-write.ts'
import { hundredths } from '../../kit/format/format-amount.ts'
import { plural } from '../../kit/format/format-number.ts'
import { formatDateTime } from '../../kit/format/format-time.ts'
import { useLazyDialog } from '../../kit/lazy/use-lazy.tsx'
import type { BulkActions } from '../../kit/list/bulk-bar.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import { selectionOf } from '../../kit/list/list-search.ts'
import { useList } from '../../kit/list/use-list.ts'
import { call } from '../../net/call.ts'
import { useUser } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ExportButton } from '../files/tracked/export/export-button.tsx'
import { expectResult } from '../files/tracked/file-notices.ts'
import { KIND_PLURALS, totals } from '../mapping/gap-figures.ts'
import { GAPS_LIST, gapsQuery } from './gaps-list.tsx'
import css from './lookup-index.module.css'

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

const load = async () => (await import('./map-several-dialog.tsx')).MapSeveralDialog

type Request = { kind: GapKind; gaps: readonly MappingGap[] }

/** Dialog to map several codes of a kind. */
function useMapSeveral(onDone: () => void) {
  const [request, setRequest] = useState<Request>()
  const close = () => setRequest(undefined)
  const Dialog = useLazyDialog(load, request !== undefined, close)
  return {
    open: (kind: GapKind, gaps: readonly MappingGap[]) => setRequest({ kind, gaps }),
    dialog: request && Dialog && <Dialog {...request} onDone={onDone} onClose={close} />,
  }
}

/** Maps transactions that were received or corrected after their code was mapped. */
function MapAgain({ kind }: { kind: GapKind }) {
  const start = useWrite({
    run: () => call(mappingEndpoints.map, { body: { kind } }),
    successText: 'Mapping started',
    store: ({ source_filekey }) => expectResult(source_filekey),
  })
  return (
    <PermissionGate permission={gapPermission(kind, 'update')}>
      <Button
        title="Maps transactions whose codes now have a row"
        busy={start.isPending}
        onClick={() => start.run()}
      >
        Re-run mapping
      </Button>
    </PermissionGate>
  )
}

type Props = {
  kinds: readonly GapKind[]
  /** Null if loading failed. */
  figures: GapFigures | undefined | null
  /** Undefined means all kinds. */
  kind: GapKind | undefined
  onChoose: (kind: GapKind | undefined) => void
}

type Figures = { codes: number; amount: number }

/** Tabs by kind, with the number of codes and the value of waiting transactions. */
function KindTabs({ kinds, figures, kind, onChoose }: Props) {
  const gaps = figures?.gaps ?? []
  const sum = gaps.reduce((total, gap) => total + gap.amount, 0)
  const tab = (
    label: string,
    gapKind: GapKind | undefined,
    shown: Figures | undefined | null,
    share: number,
  ) => (
    <button
      key={label}
      type="button"
      className={css.kind}
      aria-pressed={gapKind === kind}
      onClick={() => onChoose(gapKind)}
    >
      <span className={css.kindName}>{label}</span>
      <strong className={css.kindCodes}>{shown ? formatNumber(shown.codes) : '–'}</strong>
      <span className={css.kindValue}>₱ {shown ? hundredths(shown.amount) : '–'}</span>
      <span className={css.bar} aria-hidden="true">
        <span style={{ width: `${Math.round(share * 100)}%` }} />
      </span>
    </button>
  )
  return (
    <fieldset className={css.kinds} aria-label="Type of code">
      {figures === undefined ? (
        <Skeleton width="100%" height={76} />
      ) : (
        <>
          {tab('All', undefined, figures && totals(figures), sum > 0 ? 1 : 0)}
          {kinds.map((each) => {
            const found = gaps.find((gap) => gap.kind === each)
            return tab(KIND_PLURALS[each], each, found, found && sum > 0 ? found.amount / sum : 0)
          })}
        </>
      )}
    </fieldset>
  )
}

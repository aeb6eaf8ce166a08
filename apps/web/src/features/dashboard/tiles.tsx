import { list } from '@backoffice/contract/list'
import { keysOf, labelOfState } from '@backoffice/contract/objects'
import { PURPOSE_LABELS } from '@backoffice/contract/purposes'
import type { ComponentType } from 'react'
import { duration } from '../../kit/format/format-number.ts'
import { arranged, type ListColumns, useStoredColumns } from '../../kit/list/columns.ts'
import { formatNumber } from '../../ui/format-number.ts'
import { emptyDay } from './business-date.tsx'
import { type TileData, type TileName, useTile } from './dashboard-queries.ts'
import { Figures, Lead } from './figures.tsx'
import { FilesTile, RowsTile } from './file-tiles.tsx'
import { casesResolved, casesSource, inquiriesRun, inquiriesSource, transactionsSource } from './links.ts'
import { MappingTile, PointsTile } from './pending-tiles.tsx'
import { AccessTile, SystemTile, TerminalsTile } from './small-tiles.tsx'
import { Tile } from './tile.tsx'
import { TransactionsTile } from './transactions-tile.tsx'

function InquiriesTile({ date }: { date: string | undefined }) {
  return (
    <Tile title="Inquiries" query={useTile('inquiries', date)}>
      {(data) => (
        <>
          <Lead
            isInline
            value={formatNumber(data.run)}
            source={inquiriesRun(data.business_date)}
            caption={captionOf(data)}
          />
          <Figures
            columns={2}
            figures={[
              ...data.by_purpose.map(({ purpose, count }) => ({
                name: labelOfState(PURPOSE_LABELS, purpose),
                value: count,
                source: inquiriesRun(data.business_date, { 'past.f.purpose': purpose }),
              })),
              {
                name: 'Open now',
                value: data.open,
                tone: 'info',
                source: inquiriesSource({ 'past.f.mode': 'FILE', 'past.f.state': 'QUEUED~PROCESSING' }),
              },
            ]}
          />
        </>
      )}
    </Tile>
  )
}

function captionOf(data: TileData<'inquiries'>): string {
  const { run, run_mean, median_seconds, oldest_open_seconds, business_date } = data
  const parts = [
    run_mean === null ? undefined : `7-day average ${run_mean.toFixed(1)}`,
    median_seconds === null ? undefined : `median of files ${duration(median_seconds)}`,
    oldest_open_seconds === null ? undefined : `oldest open ${duration(oldest_open_seconds)}`,
  ].filter(Boolean)
  return run === 0
    ? [emptyDay('inquiries run', business_date), parts.join(', ')].filter(Boolean).join(' ')
    : ['run', ...parts].join(', ')
}

function CasesTile({ date }: { date: string | undefined }) {
  return (
    <Tile title="Cases" query={useTile('cases', date)}>
      {(data) => (
        <>
          <Lead
            value={formatNumber(data.overdue)}
            tone={data.overdue > 0 ? 'bad' : undefined}
            source={casesSource({ 'f.view': 'OVERDUE' })}
            caption={`overdue of ${formatNumber(data.open)} open now`}
          />
          <Figures
            figures={[
              {
                name: 'Late without a case',
                value: data.late_without_case,
                tone: 'warn',
                source: transactionsSource({ date: data.business_date, figure: 'UNFOLLOWED' }),
              },
              {
                name: 'Unassigned',
                value: data.unassigned,
                tone: 'warn',
                source: casesSource({ 'f.view': 'UNASSIGNED' }),
              },
              {
                name: 'Sent to posting',
                value: data.sent,
                source: casesSource({ 'f.view': 'OPEN', 'f.status': 'SENT' }),
              },
              { name: 'Resolved', value: data.resolved, source: casesResolved(data.business_date) },
            ]}
          />
        </>
      )}
    </Tile>
  )
}

type TileEntry = {
  label: string
  /** Share of a row of 24 on a wide screen; a row that is not full is stretched. */
  width: 5 | 6 | 7 | 8 | 10 | 16
  /** Two consecutive half tiles share one place. */
  isHalf?: true
  Tile: ComponentType<{ date: string | undefined }>
}

/** Tiles in their default order. */
export const TILES: Readonly<Record<TileName, TileEntry>> = {
  files: { label: 'Files', width: 7, Tile: FilesTile },
  rows: { label: 'Rows', width: 10, Tile: RowsTile },
  inquiries: { label: 'Inquiries', width: 7, Tile: InquiriesTile },
  transactions: { label: 'Transactions', width: 16, Tile: TransactionsTile },
  points: { label: 'Points', width: 8, Tile: PointsTile },
  mapping: { label: 'Mapping gaps', width: 8, Tile: MappingTile },
  terminals: { label: 'Terminals', width: 5, Tile: TerminalsTile },
  cases: { label: 'Cases', width: 5, Tile: CasesTile },
  access: { label: 'User access', width: 6, isHalf: true, Tile: AccessTile },
  system: { label: 'System', width: 6, isHalf: true, Tile: SystemTile },
}

/** Shown tiles and their order are stored like the columns of a list. */
export const TILE_LIST: ListColumns & { columns: readonly { field: TileName }[] } = {
  declaration: list({ name: 'dashboard', title: 'Tiles', fields: {}, sort: [] }),
  columns: keysOf(TILES).map((field) => ({ field, label: TILES[field].label })),
}

export function useShownTiles(): TileName[] {
  const stored = useStoredColumns(TILE_LIST.declaration.name)
  return arranged(TILE_LIST.columns, stored).map(({ field }) => field)
}

/** Groups tiles into places, of which two half tiles share one. */
export function placesOf(names: readonly TileName[]): TileName[][] {
  const places: TileName[][] = []
  for (const name of names) {
    const last = places.at(-1)
    const isShared = last?.length === 1 && [...last, name].every((each) => TILES[each].isHalf)
    if (isShared) last.push(name)
    else places.push([name])
  }
  return places
}

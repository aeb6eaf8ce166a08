import { list } from '@backoffice/contract/list'
import { keysOf } from '@backoffice/contract/objects'
import type { ComponentType } from 'react'
import { arranged, type ListColumns, useStoredColumns } from '../../kit/list/columns.ts'
import { CasesTile } from './cases-tile.tsx'
import type { TileName } from './dashboard-queries.ts'
import { FilesTile } from './files-tile.tsx'
import { InquiriesTile } from './inquiries-tile.tsx'
import { MappingTile } from './mapping-tile.tsx'
import { PointsTile } from './points-tile.tsx'
import { RowsTile } from './rows-tile.tsx'
import { AccessTile, SystemTile, TerminalsTile } from './small-tiles.tsx'
import { TransactionsTile } from './transactions-tile.tsx'

type TileEntry = {
  label: string
  /** Share of a row of 24 on a wide screen; a row that is not full is stretched. */
  width: 5 | 6 | 7 | 8 | 10 | 16
  /** Two of these that follow each other share the place of one. */
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

/** Tiles by their places. */
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

import { list } from '@backoffice/contract/list'
import { keysOf } from '@backoffice/contract/objects'
import type { ComponentType } from 'react'
import { arranged, type ListColumns, useStoredColumns } from '../../kit/list/columns.ts'
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
  /** Columns out of twelve on a wide screen. */
  width: 2 | 3 | 4 | 5 | 8
  Tile: ComponentType<{ date: string | undefined }>
}

/** Tiles in their default order. */
export const TILES: Readonly<Record<TileName, TileEntry>> = {
  files: { label: 'Files', width: 4, Tile: FilesTile },
  rows: { label: 'Rows', width: 5, Tile: RowsTile },
  inquiries: { label: 'Inquiries', width: 3, Tile: InquiriesTile },
  transactions: { label: 'Transactions', width: 8, Tile: TransactionsTile },
  points: { label: 'Points', width: 4, Tile: PointsTile },
  mapping: { label: 'Mapping gaps', width: 4, Tile: MappingTile },
  terminals: { label: 'Terminals', width: 3, Tile: TerminalsTile },
  access: { label: 'User access', width: 3, Tile: AccessTile },
  system: { label: 'System', width: 2, Tile: SystemTile },
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

import type { ComponentType } from 'react'
import type { TileName } from './dashboard-queries.ts'
import { FilesTile } from './files-tile.tsx'
import { InquiriesTile } from './inquiries-tile.tsx'
import { MappingTile } from './mapping-tile.tsx'
import { PointsTile } from './points-tile.tsx'
import { RowsTile } from './rows-tile.tsx'
import { AccessTile, SystemTile, TerminalsTile } from './small-tiles.tsx'
import { TransactionsTile } from './transactions-tile.tsx'

type TileEntry = {
  /** Columns of twelve on a wide screen. */
  width: 2 | 3 | 4 | 5 | 8
  Tile: ComponentType<{ date: string | undefined }>
}

/** In their order, until the user chooses another. */
export const TILES: Readonly<Record<TileName, TileEntry>> = {
  files: { width: 4, Tile: FilesTile },
  rows: { width: 5, Tile: RowsTile },
  inquiries: { width: 3, Tile: InquiriesTile },
  transactions: { width: 8, Tile: TransactionsTile },
  points: { width: 4, Tile: PointsTile },
  mapping: { width: 4, Tile: MappingTile },
  terminals: { width: 3, Tile: TerminalsTile },
  access: { width: 3, Tile: AccessTile },
  system: { width: 2, Tile: SystemTile },
}

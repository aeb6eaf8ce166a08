import { list } from '@backoffice/contract/list'
import { arranged, type ListColumns, useStoredColumns } from '../../kit/list/columns.ts'
import type { TileName } from './dashboard-queries.ts'

/** Which tiles are shown in which order is stored as the columns of a list are. */
const NAMES: Readonly<Record<TileName, string>> = {
  files: 'Files',
  rows: 'Rows',
  inquiries: 'Inquiries',
  transactions: 'Transactions',
  points: 'Points',
  mapping: 'Mapping gaps',
  terminals: 'Terminals',
  access: 'User access',
  system: 'System',
}

export const TILE_LIST: ListColumns & { columns: readonly { field: TileName }[] } = {
  declaration: list({ name: 'dashboard', title: 'Tiles', fields: {}, sort: [] }),
  // The keys are the names.
  columns: Object.entries(NAMES).map(([field, label]) => ({ field: field as TileName, label })),
}

export function useShownTiles(): TileName[] {
  const stored = useStoredColumns(TILE_LIST.declaration.name)
  return arranged(TILE_LIST.columns, stored).map(({ field }) => field)
}

import type { columnSchemas } from './columns.schemas.ts'
import { addresses, type Reply } from './endpoint.ts'
import { type ImportLayout, layoutOf } from './import-layouts.ts'
import type { TableField } from './table.ts'

export const columnEndpoints = addresses<typeof columnSchemas>('operations')({
  get: { method: 'GET', path: '/file_tracker/columns', access: 'file:upload', effect: 'read' },
  match: { method: 'POST', path: '/file_tracker/match', access: 'file:upload', effect: 'write' },
})

export type UploadColumns = Reply<typeof columnEndpoints.get>
export type MatchedField = NonNullable<UploadColumns['matched']>['fields'][number]

/** Order of day, month and year in a column of dates. Month names and two-digit years fit each of them. */
export const DATE_ORDERS = {
  YMD: '2026-12-31',
  DMY: '31/12/2026',
  MDY: '12/31/2026',
} as const
export type DateOrder = keyof typeof DATE_ORDERS

/** Sign before the decimals in a column of numbers; the other one separates thousands. */
export const DECIMAL_SIGNS = { POINT: '1,234.50', COMMA: '1.234,50' } as const
export type DecimalSign = keyof typeof DECIMAL_SIGNS

/** How a column is read. A column has one format for all of its cells. */
export const COLUMN_FORMATS = { ...DATE_ORDERS, ...DECIMAL_SIGNS } as const
export type ColumnFormat = keyof typeof COLUMN_FORMATS

/** Origin of a suggested field: the header, the values, or an earlier matching of the same headers. */
export const SUGGESTED_BY = ['name', 'synonym', 'values', 'memory'] as const

type ColumnFormats = { date_orders: ColumnFormat[] | null; decimal_signs: ColumnFormat[] | null }

/** Formats in which a column can be read for a field; null if it needs none. */
export function formatsFor(
  field: Pick<TableField, 'type'> | undefined,
  { date_orders, decimal_signs }: ColumnFormats,
): ColumnFormat[] | null {
  if (field?.type === 'date') return date_orders
  return field?.type === 'decimal' || field?.type === 'integer' ? decimal_signs : null
}

export const MAX_FILE_COLUMNS = 50
/** Rows at the start of a sheet or file that the match screen shows. One of them can be the header. */
export const MATCH_PREVIEW_ROWS = 20

/** Upload of an inquiry. Its rows are checked by the inquiry's own rules. */
export const INQUIRY_LAYOUT = {
  name: 'smac_inquiry_cards',
  category: 'SMAC_INQUIRY',
  title: 'SMAC Inquiry',
  noun: 'card',
  fields: {
    card_number: { label: 'Card number', type: 'code', rules: 'required', max: 16, holdsCards: true },
    date_from: { label: 'Date from', type: 'date', rules: '', max: 10, optional: true },
    date_to: { label: 'Date to', type: 'date', rules: '', max: 10, optional: true },
    reference_no: { label: 'Reference number', type: 'text', rules: '', max: 500, optional: true },
  },
  required: ['card_number'],
  changed: {},
} as const satisfies ImportLayout

/** The columns of an upload of the category. */
export function uploadLayout(category: string): ImportLayout {
  return layoutOf(category) ?? INQUIRY_LAYOUT
}

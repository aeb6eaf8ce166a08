import { FIELD_TYPES } from '@backoffice/contract/field-types'
import type { ImportLayout } from '@backoffice/contract/import-layouts'
import type { ListedType } from '@backoffice/contract/list'

/** `code` is text that keeps its leading zeros and digits when it is edited, such as card numbers and phones. */
export type CellFormat = 'text' | 'code' | 'number' | 'date' | 'time'

/** Positions of the styles in `styles.xml`. */
export const STYLES = { general: 0, header: 1, code: 2, money: 3, date: 4, time: 5 } as const

/** Style of the empty cells of a column, so that new values have its format too. */
export const COLUMN_STYLES = {
  text: STYLES.general,
  code: STYLES.code,
  number: STYLES.general,
  date: STYLES.date,
  time: STYLES.time,
} as const satisfies Record<CellFormat, number>

const WIDTHS = { text: 24, code: 20, number: 14, date: 12, time: 20 } as const satisfies Record<
  CellFormat,
  number
>
const MAX_WIDTH = 60
/** Width of the button of a filter. */
const BUTTON = 3

/** Width in characters. */
export function columnWidth(format: CellFormat, header: string): number {
  return Math.min(MAX_WIDTH, Math.max(WIDTHS[format], header.length + BUTTON))
}

const LETTERS = 26

/** Name of a column: A, B, …, Z, AA. */
export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % LETTERS))
  return index < LETTERS ? letter : columnName(Math.floor(index / LETTERS) - 1) + letter
}

/** Column format by the type of the field. */
export const FORMAT_OF_TYPE = {
  text: 'text',
  code: 'code',
  choice: 'text',
  date: 'date',
  time: 'time',
  number: 'number',
} as const satisfies Record<ListedType, CellFormat>

/** Column formats of a template, by the names of the columns. */
export function templateFormats({
  fields,
}: Pick<ImportLayout, 'fields'>): Readonly<Record<string, CellFormat>> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { type }]) => [name, FORMAT_OF_TYPE[FIELD_TYPES[type].listed]]),
  )
}

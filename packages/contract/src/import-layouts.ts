import { CASE_REPLIES } from './case-replies.ts'
import {
  keyFields,
  type RangeRule,
  type TableDeclaration,
  type TableField,
  unmaskedColumns,
  writtenFields,
} from './table.ts'
import { TABLES } from './tables/tables.ts'

export function tableLayout(table: TableDeclaration): ImportLayout {
  const { name, category, title, noun, ranges, movedBy } = table
  const written = writtenFields(table)
  const columns = unmaskedColumns(table)
  const fields = Object.fromEntries(Object.entries(written).filter(([each]) => columns.includes(each)))
  return {
    ...{ name, category, title, noun, fields, required: keyFields(table), changed: written },
    ...(ranges && { ranges }),
    ...(movedBy && { movedBy }),
  }
}

const LAYOUTS: ReadonlyMap<string, ImportLayout> = new Map(
  [CASE_REPLIES, ...TABLES.map(tableLayout)].map((layout) => [layout.category, layout]),
)

/** Undefined for a category without imports. */
export function layoutOf(category: string): ImportLayout | undefined {
  return LAYOUTS.get(category)
}

/** Throws for a category without imports. */
export function layoutOfCategory(category: string): ImportLayout {
  const found = layoutOf(category)
  if (!found) throw new Error(`${category} has no imports`)
  return found
}

type ChangedField = Pick<TableField, 'label' | 'type' | 'options'>

/** The file of an import: its columns, and the words and fields of its preview. */
export type ImportLayout = {
  /** First part of the template’s file name. */
  readonly name: string
  readonly category: string
  /** The list that the rows belong to. */
  readonly title: string
  readonly noun: string
  /** Columns of the template, in order. */
  readonly fields: Readonly<Record<string, TableField>>
  /** Columns without which a file is rejected. */
  readonly required: readonly string[]
  /** Fields that the import can change. */
  readonly changed: Readonly<Record<string, ChangedField>>
  readonly ranges?: readonly RangeRule[]
  readonly movedBy?: readonly string[]
}

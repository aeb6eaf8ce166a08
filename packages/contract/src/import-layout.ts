import type { RangeRule, TableField } from './table.ts'

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

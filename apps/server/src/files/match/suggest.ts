import { passesLuhn } from '@backoffice/contract/card-number'
import type { UploadColumns } from '@backoffice/contract/columns'
import { upperCode } from '@backoffice/contract/field-types'
import type { ImportLayout } from '@backoffice/contract/import-layouts'
import type { TableField } from '@backoffice/contract/table'
import type { Analysis } from './analyse.ts'
import type { ColumnFacts } from './column-facts.ts'
import { nameScore } from './name-scores.ts'

export type Suggestion = NonNullable<UploadColumns['columns'][number]['suggestion']>

type SuggestInput = Pick<Analysis, 'names' | 'columns'> & {
  layout: ImportLayout
  /** Codes among the values that exist, by field of codes. */
  existing: ReadonlyMap<string, ReadonlySet<string>>
  /** Columns by field in an earlier matching of these headers. */
  remembered: ReadonlyMap<string, number>
}

type Candidate = Suggestion & { column: number; score: number }

const MEMORY = 2
/** Score by the values alone, if most of them have the type of the field. */
const VALUES = 0.8
const MIN_SHARE = 0.8
/** Part of a score by name that values add, or take away if none is of the kind. */
const SUPPORT = 0.3
const MIN_SCORE = 0.5

/** The suggested field of each column. Each field and each column has at most one, the best pairs first. */
export function suggestFields({
  names,
  columns,
  layout,
  existing,
  remembered,
}: SuggestInput): (Suggestion | null)[] {
  const scored = columns.flatMap((facts, column) =>
    Object.keys(layout.fields).flatMap((field): Candidate[] => {
      if (remembered.get(field) === column) return [{ column, field, by: 'memory', score: MEMORY }]
      const share = valueShare(facts, field, layout, existing)
      const name = nameScore(names[column] ?? '', field, layout)
      const isOther = share === 0 && layout.fields[field]?.type === 'date' && name.score < 1
      const byName = name.score === 0 || isOther ? 0 : name.score + supportOf(share, name.score)
      const byValues =
        share !== undefined && share >= MIN_SHARE && namesField(field, layout) ? VALUES * share : 0
      const score = Math.max(byName, byValues)
      if (score < MIN_SCORE) return []
      const by = byValues > byName ? 'values' : name.isSynonym ? 'synonym' : 'name'
      return [{ column, field, by, score }]
    }),
  )
  const taken: Candidate[] = []
  for (const each of scored.sort((one, other) => other.score - one.score || one.column - other.column))
    if (!taken.some(({ column, field }) => column === each.column || field === each.field)) taken.push(each)
  return columns.map((_, index) => {
    const found = taken.find(({ column }) => column === index)
    return found ? { field: found.field, by: found.by } : null
  })
}

/** Values cannot contradict an equal name. */
function supportOf(share: number | undefined, nameScore: number): number {
  if (share === undefined) return 0
  if (share > 0) return SUPPORT * share
  return nameScore === 1 ? 0 : -SUPPORT
}

/** Share of values of the field's kind; undefined if its kind has no distinct values, or the column is empty. */
function valueShare(
  facts: ColumnFacts,
  name: string,
  layout: ImportLayout,
  existing: ReadonlyMap<string, ReadonlySet<string>>,
): number | undefined {
  const field = layout.fields[name]
  if (!field || facts.values.size === 0) return undefined
  if (field.type === 'date') return facts.dateShare
  if (name === CARD) return facts.shareOf(isCard)
  if (field.options) return facts.shareOf(isOptionOf(field.options))
  const codes = existing.get(name)
  return codes && codes.size > 0 ? facts.shareOf((value) => codes.has(upperCode(value))) : undefined
}

const CARD = 'card_number'

export function isCard(value: string): boolean {
  const digits = value.replace(/[\s'-]/g, '')
  return /^\d{16}$/.test(digits) && passesLuhn(digits)
}

function isOptionOf(options: NonNullable<TableField['options']>): (value: string) => boolean {
  const names = new Set(
    Object.entries(options).flatMap(([name, label]) => [name.toLowerCase(), label.toLowerCase()]),
  )
  return (value) => names.has(value.toLowerCase())
}

/** True if values of the type identify the field. There is one field of dates, but Yes fits every flag. */
function namesField(name: string, { fields }: ImportLayout): boolean {
  const field = fields[name]
  if (field?.type === 'date') return Object.values(fields).filter(({ type }) => type === 'date').length === 1
  return field?.type !== 'flag'
}

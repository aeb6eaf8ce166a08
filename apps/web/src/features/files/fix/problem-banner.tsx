import { Button } from '../../../ui/button.tsx'
import { formatNumber } from '../../../ui/format-number.ts'
import {
  alikeChanges,
  type Corrections,
  type FixGridData,
  fieldAt,
  isOpen,
  type Place,
  problemAt,
  shownText,
  suggestionOf,
} from './fix-cells.ts'
import type { CellChange } from './fix-draft.ts'
import css from './fix-part.module.css'
import type { GridColumn } from './fix-row.tsx'
import { SUGGESTION_WORDS } from './problem-words.ts'

type Props = {
  data: FixGridData
  columns: readonly GridColumn[]
  corrections: Corrections
  place: Place
  isReadOnly: boolean
  onUse: () => void
  onApply: (changes: readonly CellChange[]) => void
}

/** `Row 101, Branch code` */
export function placeName({ data, columns, place }: Pick<Props, 'data' | 'columns' | 'place'>): string {
  const column = columns[place.column - 1]
  const row = data.rows[place.index]
  const label = row?.is_fixable ? column?.label : undefined
  return [row ? `Row ${formatNumber(row.row_number)}` : 'Row', label].filter(Boolean).join(', ')
}

/** Open problem of a cell as a sentence; undefined for a cell without one. */
export function openProblem(data: FixGridData, place: Place, corrections: Corrections): string | undefined {
  const row = data.rows[place.index]
  const field = fieldAt(data, place.column)
  const broken = row && field !== undefined && corrections.messages.get(row.row_number)?.[field]
  const isUnsolved = row && (!row.is_fixable || isOpen(data, place, corrections))
  const found = row?.is_fixable === false ? row.problems[0] : problemAt(data, place)
  const message = broken || (isUnsolved && found?.message)
  return message ? message.replace(/[^.!?]$/, '$&.') : undefined
}

/** The problem of the active cell, with its suggestion. */
export function ProblemBanner({ data, columns, corrections, place, isReadOnly, onUse, onApply }: Props) {
  const row = data.rows[place.index]
  const column = columns[place.column - 1]
  const message = openProblem(data, place, corrections)
  const suggestion = message && row?.is_fixable ? suggestionOf(problemAt(data, place)) : undefined
  const alike = suggestion ? alikeChanges(data, place, corrections) : []
  const isCard = Boolean(column && (column.isCard || row?.masked.includes(column.field)))
  const value = suggestion && shownText(suggestion.value, isCard)
  return (
    <div className={css.banner} data-problem={message ? true : undefined}>
      <div className={css.words}>
        <strong>
          {placeName({ data, columns, place })}
          {message && `: ${message}`}
        </strong>
        <p>
          {suggestion ? (
            <>
              {SUGGESTION_WORDS[suggestion.kind]} <b>Did you mean {value}?</b>
            </>
          ) : row?.is_fixable === false ? (
            'Fix this line in the file and upload it again.'
          ) : message ? (
            'Fix the cell, or leave the row out.'
          ) : (
            'This cell has no problem.'
          )}
        </p>
      </div>
      {suggestion && !isReadOnly && (
        <div className={css.buttons}>
          <Button onClick={onUse}>Use {value}</Button>
          {alike.length > 1 && <Button onClick={() => onApply(alike)}>Apply to {alike.length} alike</Button>}
        </div>
      )}
    </div>
  )
}

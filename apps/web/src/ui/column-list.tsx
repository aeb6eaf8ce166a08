import { Button } from './button.tsx'
import css from './column-list.module.css'

type Props = {
  label: string
  /** In their order; the first is always shown. */
  columns: readonly { id: string; label: string }[]
  /** Ids, in the same order. */
  shown: readonly string[]
  onChange: (shown: readonly string[]) => void
}

/** A checkbox for every column of a table. */
export function ColumnList({ label, columns, shown, onChange }: Props) {
  const ids = columns.map(({ id }) => id)
  const isAll = shown.length === ids.length
  return (
    <div className={css.panel}>
      <fieldset className={css.list}>
        <legend className={css.legend}>{label}</legend>
        {columns.map((column, index) => (
          <label key={column.id} className={css.choice}>
            <input
              type="checkbox"
              checked={shown.includes(column.id)}
              disabled={index === 0}
              onChange={({ target }) =>
                onChange(ids.filter((id) => (id === column.id ? target.checked : shown.includes(id))))
              }
            />
            {column.label}
            {index === 0 && <span className={css.always}>always shown</span>}
          </label>
        ))}
      </fieldset>
      <Button variant="quiet" aria-disabled={isAll} onClick={() => isAll || onChange(ids)}>
        Show all
      </Button>
    </div>
  )
}

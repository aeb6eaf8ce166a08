import css from './column-list.module.css'

export type ColumnListProps = {
  /** What the columns are of. */
  label: string
  /** Names by id, in their order. */
  columns: Readonly<Record<string, string>>
  shown: readonly string[]
  onChange: (shown: readonly string[]) => void
}

/** Which columns of a list are shown: the first always is. */
export function ColumnList({ label, columns, shown, onChange }: ColumnListProps) {
  const ids = Object.keys(columns)
  return (
    <fieldset className={css.list}>
      <legend className={css.legend}>{label}</legend>
      {ids.map((id, at) => (
        <label key={id} className={css.choice}>
          <input
            type="checkbox"
            checked={shown.includes(id)}
            disabled={at === 0}
            onChange={({ target }) =>
              onChange(ids.filter((each) => (each === id ? target.checked : shown.includes(each))))
            }
          />
          {columns[id]}
          {at === 0 && <span className={css.always}>always shown</span>}
        </label>
      ))}
    </fieldset>
  )
}

import { Icon } from '../../ui/icon.tsx'
import { headingOf } from './columns.ts'
import css from './panels.module.css'
import { directionOf, nextSort, sortedFields } from './sorting.ts'
import type { ListView } from './use-list.ts'

/** Sortable columns; each press adds a column to the sort, reverses it or removes it. */
export function SortPanel({ state: { list, sort, change } }: { state: ListView }) {
  const { fields, sort: declared } = list.declaration
  return (
    <div className={css.list}>
      {list.columns
        .filter(({ field }) => fields[field]?.sort)
        .map((column) => {
          const direction = directionOf(sort, column.field)
          const rank = sortedFields(sort).indexOf(column.field) + 1
          return (
            <button
              key={column.field}
              type="button"
              className={css.item}
              aria-pressed={direction !== undefined}
              onClick={() => change({ sort: nextSort(sort, column.field, true, declared) })}
            >
              {headingOf(list, column)}
              {direction && (
                <span className={css.note}>
                  <Icon name={direction === 'asc' ? 'up' : 'down'} size={12} /> {rank}
                  <span className="visually-hidden">
                    {direction === 'asc' ? ', ascending' : ', descending'}
                  </span>
                </span>
              )}
            </button>
          )
        })}
      {sort !== declared && (
        <button type="button" className={css.item} onClick={() => change({ sort: undefined })}>
          Reset sort
        </button>
      )}
    </div>
  )
}

import type { Condition } from '@backoffice/contract/list'
import { type MouseEvent, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { Popover, usePopover } from '../../ui/popover.tsx'
import { fieldLabel } from './columns.ts'
import { describeCondition } from './condition-words.ts'
import { FilterPanel } from './filter-panel.tsx'
import css from './list-toolbar.module.css'
import type { ListView } from './use-list.ts'

export type SetFilter = { field: string; condition: Condition; lead: string; value: string }

/** Active filters in declared order, as text. */
function setFilters({ list, search }: ListView): SetFilter[] {
  return Object.entries(list.declaration.fields).flatMap(([field, declared]) => {
    const condition = search.filters?.[field]
    if (!condition) return []
    return [{ field, condition, ...describeCondition(fieldLabel(list, field), declared, condition) }]
  })
}

/** Focuses the value of the filter, or the first field in the choice. */
function focusFirst(panel: HTMLElement): void {
  const control = panel.querySelector<HTMLElement>('input, select') ?? panel.querySelector('button')
  control?.focus()
}

/** Filters of a list as chips that open their editor; in a narrow list one button for all. */
export function FilterBar({ state }: { state: ListView }) {
  const popover = usePopover({ onOpen: focusFirst })
  const [opened, setOpened] = useState<{ field?: string; by: 'all' | 'add' | 'chip' }>({ by: 'add' })
  const filters = setFilters(state)

  const set = (field: string, condition: Condition | undefined) =>
    state.change({ filters: { ...state.search.filters, [field]: condition } })

  /** Attaches the panel to the button; then the browser opens it. */
  const opener = (by: 'all' | 'add' | 'chip', field?: string) => ({
    type: 'button' as const,
    popoverTarget: popover.trigger.popoverTarget,
    'aria-haspopup': 'dialog' as const,
    'aria-expanded': popover.isOpen && opened.by === by && opened.field === field,
    onClick: ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
      popover.trigger.ref.current = currentTarget
      setOpened(field === undefined ? { by } : { by, field })
    },
  })
  return (
    <>
      <div className={css.all}>
        <button {...opener('all')} className={css.button}>
          <Icon name="filter" />
          Filters
          {filters.length > 0 && <span className={css.count}>{filters.length}</span>}
        </button>
      </div>
      <div className={css.wide}>
        {filters.map(({ field, lead, value }) => (
          <span key={field} className={css.chip}>
            <button {...opener('chip', field)}>
              {lead} <strong>{value}</strong>
            </button>
            <button
              type="button"
              className={css.remove}
              aria-label={`Remove the filter ${lead} ${value}`}
              onClick={() => set(field, undefined)}
            >
              <Icon name="close" size={12} />
            </button>
          </span>
        ))}
        <button {...opener('add')} className={css.button} data-quiet>
          <Icon name="plus" />
          Filter
        </button>
      </div>
      <Popover popover={popover} label={`Filters of ${state.list.declaration.title}`} width="wide">
        <FilterPanel
          key={`${opened.by} ${opened.field}`}
          state={state}
          filters={opened.by === 'all' ? filters : []}
          field={opened.field}
          onSet={set}
          onClose={popover.close}
        />
      </Popover>
    </>
  )
}

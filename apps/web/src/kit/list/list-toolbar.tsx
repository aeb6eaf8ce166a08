import type { Condition } from '@backoffice/contract/list'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { useItemKeys } from '../../ui/menu-keys.ts'
import { Popover, usePopover } from '../../ui/popover.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { fieldLabel } from './columns.ts'
import { ColumnsButton } from './columns-panel.tsx'
import { isValue } from './condition-text.ts'
import { describeCondition } from './condition-words.ts'
import { FilterEditor } from './filter-editor.tsx'
import css from './list-toolbar.module.css'
import panelsCss from './panels.module.css'
import type { ListView } from './use-list.ts'

type Props = {
  state: ListView
  searchLabel?: string
  /** Button for saved views. */
  views?: ReactNode
}

/** Search, filters, views and columns of a list. */
export function ListToolbar({ state, searchLabel = 'Search', views }: Props) {
  const { search, change } = state
  return (
    <div className={css.toolbar}>
      <SearchBox
        label={searchLabel}
        value={search.search ?? ''}
        onCommit={(text) => change({ search: text || undefined })}
        validate={(text) => (text === '' || isValue(text) ? undefined : 'You can’t search for card numbers.')}
      />
      <FilterBar state={state} />
      <div className={css.end}>
        {views}
        <ColumnsButton state={state} />
      </div>
    </div>
  )
}

type SetFilter = { field: string; condition: Condition; lead: string; value: string }

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
function FilterBar({ state }: { state: ListView }) {
  const popover = usePopover({ onOpen: focusFirst })
  const [opened, setOpened] = useState<{ field?: string; mode: 'all' | 'add' | 'chip' }>({ mode: 'add' })
  const filters = setFilters(state)

  const set = (field: string, condition: Condition | undefined) =>
    state.change({ filters: { ...state.search.filters, [field]: condition } })

  /** Attaches the panel to the button; then the browser opens it. */
  const opener = (mode: 'all' | 'add' | 'chip', field?: string) => ({
    type: 'button' as const,
    popoverTarget: popover.trigger.popoverTarget,
    'aria-haspopup': 'dialog' as const,
    'aria-expanded': popover.isOpen && opened.mode === mode && opened.field === field,
    onClick: ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
      popover.trigger.ref.current = currentTarget
      setOpened(field === undefined ? { mode } : { mode, field })
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
          key={`${opened.mode} ${opened.field}`}
          state={state}
          filters={opened.mode === 'all' ? filters : []}
          field={opened.field}
          onSet={set}
          onClose={popover.close}
        />
      </Popover>
    </>
  )
}

type FilterBarProps = {
  state: ListView
  /** Active filters that no chips show. */
  filters: readonly SetFilter[]
  /** The field to edit first. */
  field: string | undefined
  onSet: (field: string, condition: Condition | undefined) => void
  onClose: () => void
}

/** Choice of a field, then the editor of its condition. */
export function FilterPanel({ state, filters, field: first, onSet, onClose }: FilterBarProps) {
  const [field, setField] = useState(first)
  const { list, search } = state
  const declared = field === undefined ? undefined : list.declaration.fields[field]
  if (field !== undefined && declared)
    return (
      <FilterEditor
        label={fieldLabel(list, field)}
        field={declared}
        condition={search.filters?.[field]}
        onApply={(condition) => {
          onSet(field, condition)
          onClose()
        }}
        onBack={first === undefined ? () => setField(undefined) : undefined}
      />
    )
  return (
    <Fields state={state} filters={filters} onChoose={setField} onRemove={(each) => onSet(each, undefined)} />
  )
}

type FieldsProps = {
  state: ListView
  filters: readonly SetFilter[]
  onChoose: (field: string) => void
  onRemove: (field: string) => void
}

function Fields({ state: { list }, filters, onChoose, onRemove }: FieldsProps) {
  const names = Object.keys(list.declaration.fields).filter(
    (name) => list.declaration.fields[name]?.filter && !list.fixed?.[name],
  )
  const panel = useRef<HTMLDivElement>(null)
  const moveFocus = useItemKeys()
  // On return to the fields; `focusFirst` handles the opening of the panel.
  useEffect(() => panel.current?.querySelector('button')?.focus(), [])

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) =>
    moveFocus(event, [...event.currentTarget.querySelectorAll<HTMLElement>('[data-item]')])

  return (
    <div
      ref={panel}
      role="toolbar"
      aria-orientation="vertical"
      aria-label="Fields"
      className={panelsCss.list}
      onKeyDown={onKeyDown}
    >
      {filters.map(({ field, lead, value }) => (
        <div key={field} className={panelsCss.line}>
          <button type="button" data-item className={panelsCss.item} onClick={() => onChoose(field)}>
            <span>
              {lead} <strong>{value}</strong>
            </span>
          </button>
          <button
            type="button"
            className={panelsCss.small}
            aria-label={`Remove the filter ${lead} ${value}`}
            onClick={() => onRemove(field)}
          >
            <Icon name="close" size={12} />
          </button>
        </div>
      ))}
      {filters.length > 0 && <hr className={panelsCss.rule} />}
      {names
        .filter((name) => !filters.some(({ field }) => field === name))
        .map((name) => (
          <button
            key={name}
            type="button"
            data-item
            className={panelsCss.item}
            onClick={() => onChoose(name)}
          >
            {fieldLabel(list, name)}
          </button>
        ))}
    </div>
  )
}

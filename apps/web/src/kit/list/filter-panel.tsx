import type { Condition } from '@backoffice/contract/list'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { useItemKeys } from '../../ui/menu-keys.ts'
import { fieldLabel } from './columns.ts'
import type { SetFilter } from './filter-bar.tsx'
import { FilterEditor } from './filter-editor.tsx'
import css from './panels.module.css'
import type { ListView } from './use-list.ts'

type Props = {
  state: ListView
  /** Active filters that no chips show. */
  filters: readonly SetFilter[]
  /** The field to edit first. */
  field: string | undefined
  onSet: (field: string, condition: Condition | undefined) => void
  onClose: () => void
}

/** Choice of a field, then the editor of its condition. */
export function FilterPanel({ state, filters, field: first, onSet, onClose }: Props) {
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
      className={css.list}
      onKeyDown={onKeyDown}
    >
      {filters.map(({ field, lead, value }) => (
        <div key={field} className={css.line}>
          <button type="button" data-item className={css.item} onClick={() => onChoose(field)}>
            <span>
              {lead} <strong>{value}</strong>
            </span>
          </button>
          <button
            type="button"
            className={css.small}
            aria-label={`Remove the filter ${lead} ${value}`}
            onClick={() => onRemove(field)}
          >
            <Icon name="close" size={12} />
          </button>
        </div>
      ))}
      {filters.length > 0 && <hr className={css.rule} />}
      {names
        .filter((name) => !filters.some(({ field }) => field === name))
        .map((name) => (
          <button key={name} type="button" data-item className={css.item} onClick={() => onChoose(name)}>
            {fieldLabel(list, name)}
          </button>
        ))}
    </div>
  )
}

import { Icon } from '../icon.tsx'
import { MESSAGES, OPTION_HEIGHT_PX } from './defaults.ts'
import { labelOf, type SelectValue } from './options.ts'
import type { Row } from './rows.ts'
import css from './select-list.module.css'
import { isSelectable, type SelectContext } from './select-state.ts'

type Props<V extends SelectValue> = {
  id: string
  row: Row<V>
  at: number
  context: SelectContext<V>
  highlighted: boolean
  /** Position among the options, from 1. */
  place: number
  places: number
  showLabels: boolean
  tagPlaceholder: string
}

/** A row of the list: an option, a group or the creation of a tag. */
export function SelectRow<V extends SelectValue>({ id, row, at, context, highlighted, ...props }: Props<V>) {
  const choosable = isSelectable(context, row)
  const style = { top: at * OPTION_HEIGHT_PX }
  if (row.kind === 'group' && !context.rules.groupSelect)
    return (
      <div role="presentation" className={css.group} style={style}>
        {row.label}
      </div>
    )
  const selected = isSelected(context, row)
  const note = row.kind === 'option' && row.option.note
  const hint = hintOf(row, selected, highlighted, props.tagPlaceholder)
  return (
    // The input keeps the focus, handles the keys and refers to this row by its id.
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      aria-disabled={choosable ? undefined : true}
      aria-setsize={props.places}
      aria-posinset={props.place}
      data-row={at}
      data-highlighted={highlighted || undefined}
      className={row.kind === 'group' ? css.groupOption : css.option}
      style={style}
    >
      <span className={css.tick}>{selected && <Icon name="check" />}</span>
      <span className={css.text} title={textOf(row)}>
        {textOf(row)}
        {note && (
          <small className={css.note} title={note}>
            {note}
          </small>
        )}
      </span>
      {(props.showLabels || row.kind === 'tag') && choosable && hint && (
        <span className={css.hint} aria-hidden="true">
          {hint}
        </span>
      )}
    </div>
  )
}

function textOf<V extends SelectValue>(row: Row<V>): string {
  if (row.kind === 'option') return labelOf(row.option)
  return row.kind === 'tag' ? row.text : row.label
}

function isSelected<V extends SelectValue>({ index, value }: SelectContext<V>, row: Row<V>): boolean {
  if (row.kind === 'tag') return false
  if (row.kind === 'option') return value.includes(row.option.value)
  const enabled = index.parts[row.part]?.entries.filter(({ option }) => !option.disabled) ?? []
  return enabled.length > 0 && enabled.every(({ option }) => value.includes(option.value))
}

function hintOf<V extends SelectValue>(
  { kind }: Row<V>,
  selected: boolean,
  highlighted: boolean,
  tagPlaceholder: string,
): string | undefined {
  if (kind === 'tag') return tagPlaceholder
  if (!highlighted) return selected ? MESSAGES.selected : undefined
  if (kind === 'group') return selected ? MESSAGES.deselectGroup : MESSAGES.selectGroup
  return selected ? MESSAGES.deselect : MESSAGES.select
}

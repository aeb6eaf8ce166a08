import { Icon } from '../icon.tsx'
import { labelOf, type SelectValue } from './options.ts'
import type { Row } from './rows.ts'
import css from './select-list.module.css'
import { MESSAGES, OPTION_HEIGHT_PX } from './select-props.ts'
import { isSelectable, type SelectContext } from './select-state.ts'

type Props<V extends SelectValue> = {
  id: string
  row: Row<V>
  index: number
  context: SelectContext<V>
  highlighted: boolean
  /** True if the row stays at the end of the visible part. */
  pinned: boolean
  /** Position among the options, from 1. */
  place: number
  places: number
  showLabels: boolean
}

/** A row of the list: an option, a group or the creation of a tag. */
export function SelectRow<V extends SelectValue>({
  id,
  row,
  index,
  context,
  highlighted,
  ...props
}: Props<V>) {
  const choosable = isSelectable(context, row)
  const { pinned } = props
  const style = { [pinned ? 'marginTop' : 'top']: index * OPTION_HEIGHT_PX }
  if (row.kind === 'group' && !context.rules.groupSelect)
    return (
      <div role="presentation" className={css.group} style={style}>
        {row.label}
      </div>
    )
  const selected = isSelected(context, row)
  const note = noteOf(row)
  const hint = hintOf(row, selected, highlighted)
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
      data-row={index}
      data-highlighted={highlighted || undefined}
      data-pinned={pinned || undefined}
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
      {props.showLabels && choosable && hint && (
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

/** Text below the label. The hint of a tag is there, because a narrow list has no room next to the label. */
function noteOf<V extends SelectValue>(row: Row<V>): string | undefined {
  if (row.kind === 'option') return row.option.note
  return row.kind === 'tag' ? MESSAGES.tag : undefined
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
): string | undefined {
  if (kind === 'tag') return undefined
  if (!highlighted) return selected ? MESSAGES.selected : undefined
  if (kind === 'group') return selected ? MESSAGES.deselectGroup : MESSAGES.selectGroup
  return selected ? MESSAGES.deselect : MESSAGES.select
}

import { useRef } from 'react'
import { Icon } from '../icon.tsx'
import { labelOf, type SelectValue } from './options.ts'
import type { Row } from './rows.ts'
import selectCss from './select.module.css'
import css from './select-list.module.css'
import { MESSAGES, moreLabel, OPTION_HEIGHT_PX } from './select-props.ts'
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

type SelectChipsProps<V extends SelectValue> = {
  value: readonly V[]
  limit: number
  nameOf: (value: V) => string
  canRemove: (value: V) => boolean
  onRemove: (value: V) => void
  /** Focuses the input when the last chip is removed. */
  onEmptied: () => void
}

/** Values of a multiple select, each with a remove button. */
export function SelectChips<V extends SelectValue>({ value, limit, ...props }: SelectChipsProps<V>) {
  const chips = useRef<HTMLSpanElement>(null)

  function remove(one: V, button: HTMLButtonElement) {
    if (document.activeElement === button) {
      const buttons = [...(chips.current?.querySelectorAll('button') ?? [])]
      const index = buttons.indexOf(button)
      const neighbour = buttons[index + 1] ?? buttons[index - 1]
      if (neighbour) neighbour.focus()
      else props.onEmptied()
    }
    props.onRemove(one)
  }

  return (
    <span ref={chips} className={selectCss.chips}>
      {value.slice(0, limit).map((one) => (
        <span key={String(one)} className={selectCss.chip}>
          <span className={selectCss.text}>{props.nameOf(one)}</span>
          {props.canRemove(one) && (
            <button
              type="button"
              className={selectCss.remove}
              aria-label={`Remove ${props.nameOf(one)}`}
              onMouseDown={(event) => event.preventDefault()}
              onClick={(event) => remove(one, event.currentTarget)}
            >
              <Icon name="close" size={10} />
            </button>
          )}
        </span>
      ))}
      {value.length > limit && <strong className={selectCss.more}>{moreLabel(value.length - limit)}</strong>}
    </span>
  )
}

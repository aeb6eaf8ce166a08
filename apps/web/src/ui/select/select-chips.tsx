import { useRef } from 'react'
import { Icon } from '../icon.tsx'
import type { SelectValue } from './options.ts'
import css from './select.module.css'
import { moreLabel } from './select-props.ts'

type Props<V extends SelectValue> = {
  value: readonly V[]
  limit: number
  nameOf: (value: V) => string
  canRemove: (value: V) => boolean
  onRemove: (value: V) => void
  /** Focuses the input when the last chip is removed. */
  onEmptied: () => void
}

/** Values of a multiple select, each with a remove button. */
export function SelectChips<V extends SelectValue>({ value, limit, ...props }: Props<V>) {
  const chips = useRef<HTMLSpanElement>(null)

  function remove(one: V, button: HTMLButtonElement) {
    if (document.activeElement === button) {
      const buttons = [...(chips.current?.querySelectorAll('button') ?? [])]
      const at = buttons.indexOf(button)
      const neighbour = buttons[at + 1] ?? buttons[at - 1]
      if (neighbour) neighbour.focus()
      else props.onEmptied()
    }
    props.onRemove(one)
  }

  return (
    <span ref={chips} className={css.chips}>
      {value.slice(0, limit).map((one) => (
        <span key={String(one)} className={css.chip}>
          <span className={css.text}>{props.nameOf(one)}</span>
          {props.canRemove(one) && (
            <button
              type="button"
              className={css.remove}
              aria-label={`Remove ${props.nameOf(one)}`}
              onMouseDown={(event) => event.preventDefault()}
              onClick={(event) => remove(one, event.currentTarget)}
            >
              <Icon name="close" size={10} />
            </button>
          )}
        </span>
      ))}
      {value.length > limit && <strong className={css.more}>{moreLabel(value.length - limit)}</strong>}
    </span>
  )
}

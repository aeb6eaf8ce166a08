import { type DragEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import choiceCss from '../../ui/choice.module.css'
import { Icon } from '../../ui/icon.tsx'
import { Popover, usePopover } from '../../ui/popover.tsx'
import { arranged, type ColumnChoice, headingOf, type ListColumns, moved } from './columns.ts'
import { inSentence } from './condition-words.ts'
import listToolbarCss from './list-toolbar.module.css'
import css from './panels.module.css'
import type { ListView } from './use-list.ts'

type Props = {
  list: ListColumns
  /** Visible columns in their order. */
  choice: readonly ColumnChoice[]
  onChange: (choice: readonly ColumnChoice[]) => void
  /** Label of the checkboxes. */
  label?: string
}

/** Visible columns of a list and their order. A hidden column keeps its place until the panel opens again. */
export function ColumnsPanel({ list, choice, onChange, label = 'Columns' }: Props) {
  const panel = useRef<HTMLFieldSetElement>(null)
  const [over, setOver] = useState<string>()
  const [refocused, setRefocused] = useState<{ name: string }>()
  const shown = arranged(list.columns, choice)
  const [order, setOrder] = useState(() => inOrder(list, shown))
  const isShown = (id: string) => shown.some(({ field }) => field === id)
  const declared = arranged(list.columns, undefined)
  const isDeclared =
    shown.every(({ width }, index) => width === declared[index]?.width) &&
    idsOf(shown).join() === idsOf(declared).join()

  /** A moved element loses the focus. */
  useEffect(() => {
    if (refocused)
      panel.current?.querySelector<HTMLElement>(`[aria-label="${CSS.escape(refocused.name)}"]`)?.focus()
  }, [refocused])

  const choose = (ids: readonly string[]) =>
    onChange(ids.map((id) => choice.find((each) => each.id === id) ?? { id }))
  const toggle = (id: string, isWanted: boolean) =>
    choose(order.filter((each) => (each === id ? isWanted : isShown(each))))

  function move(from: number, to: number, button?: string) {
    const next = moved(order, from, to)
    setOrder(next)
    setRefocused(button === undefined ? undefined : { name: button })
    choose(next.filter(isShown))
  }

  const dragged = (index: number, field: string) => ({
    draggable: true,
    'data-over': over === field || undefined,
    onDragStart: ({ dataTransfer }: DragEvent) => dataTransfer.setData('text/plain', String(index)),
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(field)
    },
    onDragEnd: () => setOver(undefined),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(undefined)
      move(Number(event.dataTransfer.getData('text/plain')), index)
    },
  })

  function reset() {
    if (isDeclared) return
    setOrder(inOrder(list, declared))
    onChange(idsOf(declared).map((id) => ({ id })))
  }

  return (
    <fieldset ref={panel} className={css.columns}>
      <legend className={css.heading}>{label}</legend>
      <ul>
        {order.map((id, index) => {
          const column = list.columns.find(({ field }) => field === id)
          if (!column) return null
          const heading = headingOf(list, column)
          const [up, down] = [`Move ${heading} up`, `Move ${heading} down`]
          return (
            <li key={id} {...dragged(index, id)}>
              <label className={choiceCss.choice}>
                <input
                  type="checkbox"
                  checked={isShown(id)}
                  disabled={column.always || (isShown(id) && shown.length === 1)}
                  onChange={({ target }) => toggle(id, target.checked)}
                />
                {heading}
                {column.always && <span className={css.note}>always shown</span>}
              </label>
              <MoveButton name={up} icon="up" to={index > 0 ? () => move(index, index - 1, up) : undefined} />
              <MoveButton
                name={down}
                icon="down"
                to={index < order.length - 1 ? () => move(index, index + 1, down) : undefined}
              />
            </li>
          )
        })}
      </ul>
      <div className={css.actions}>
        <Button variant="quiet" aria-disabled={isDeclared} onClick={reset}>
          Reset
        </Button>
      </div>
    </fieldset>
  )
}

const idsOf = (columns: readonly { field: string }[]) => columns.map(({ field }) => field)

function inOrder(list: ListColumns, shown: readonly { field: string }[]): string[] {
  const ids = idsOf(shown)
  return [...ids, ...idsOf(list.columns).filter((id) => !ids.includes(id))]
}

type MoveProps = { name: string; icon: 'up' | 'down'; to: (() => void) | undefined }

function MoveButton({ name, icon, to }: MoveProps) {
  return (
    <button type="button" className={css.small} aria-label={name} aria-disabled={!to} onClick={to}>
      <Icon name={icon} size={12} />
    </button>
  )
}

/** Opens the panel with a list's columns. */
export function ColumnsButton({ state }: { state: ListView }) {
  const popover = usePopover()
  const { list, choice, chooseColumns } = state
  const ofList = `of ${inSentence(list.declaration.title)}`
  return (
    <div className={listToolbarCss.columns}>
      <button
        {...popover.trigger}
        type="button"
        className={listToolbarCss.button}
        aria-haspopup="dialog"
        aria-label={`Columns ${ofList}`}
      >
        Columns
      </button>
      <Popover popover={popover} label={`Columns ${ofList}`} width="wide">
        <ColumnsPanel list={list} choice={choice} onChange={chooseColumns} />
      </Popover>
    </div>
  )
}

import { type DragEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import choiceCss from '../../ui/choice.module.css'
import { Icon } from '../../ui/icon.tsx'
import { arranged, type ColumnChoice, headingOf, type ListColumns, moved } from './columns.ts'
import css from './panels.module.css'

type Props = {
  list: ListColumns
  /** Those that are shown, in their order. */
  choice: readonly ColumnChoice[]
  onChange: (choice: readonly ColumnChoice[]) => void
  /** What the group of checkboxes is called where it stands by itself. */
  label?: string
}

/** Which columns a list shows, in which order: shown ones first, as the list has them, then the hidden ones. */
export function ColumnsPanel({ list, choice, onChange, label = 'Columns' }: Props) {
  const [over, setOver] = useState<string>()
  const shown = arranged(list.columns, choice)
  const hidden = list.columns.filter(({ field }) => !shown.some((each) => each.field === field))
  const kept = shown.map(({ field, width }): ColumnChoice => ({ id: field, width }))
  const isDeclared =
    kept.every(({ width }) => !width) &&
    kept.map(({ id }) => id).join() ===
      arranged(list.columns, undefined)
        .map(({ field }) => field)
        .join()

  const move = (from: number, to: number) => onChange(moved(kept, from, to))
  const toggle = (id: string, isShown: boolean) =>
    onChange(isShown ? [...kept, { id }] : kept.filter((each) => each.id !== id))

  const dragged = (at: number, field: string) => ({
    draggable: true,
    'data-over': over === field || undefined,
    onDragStart: ({ dataTransfer }: DragEvent) => dataTransfer.setData('text/plain', String(at)),
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(field)
    },
    onDragEnd: () => setOver(undefined),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(undefined)
      move(Number(event.dataTransfer.getData('text/plain')), at)
    },
  })

  return (
    <fieldset className={css.columns}>
      <legend className={css.heading}>{label}</legend>
      <ul>
        {shown.map((column, at) => {
          const heading = headingOf(list, column)
          return (
            <li key={column.field} {...dragged(at, column.field)}>
              <label className={choiceCss.choice}>
                <input
                  type="checkbox"
                  checked
                  disabled={column.always || shown.length === 1}
                  onChange={() => toggle(column.field, false)}
                />
                {heading}
                {column.always && <span className={css.note}>always shown</span>}
              </label>
              <MoveButton
                name={`Move ${heading} up`}
                icon="up"
                to={at > 0 ? () => move(at, at - 1) : undefined}
              />
              <MoveButton
                name={`Move ${heading} down`}
                icon="down"
                to={at < shown.length - 1 ? () => move(at, at + 1) : undefined}
              />
            </li>
          )
        })}
        {hidden.map((column) => (
          <li key={column.field}>
            <label className={choiceCss.choice}>
              <input type="checkbox" checked={false} onChange={() => toggle(column.field, true)} />
              {headingOf(list, column)}
            </label>
          </li>
        ))}
      </ul>
      <div className={css.actions}>
        <Button
          variant="quiet"
          aria-disabled={isDeclared}
          onClick={() =>
            isDeclared || onChange(arranged(list.columns, undefined).map(({ field }) => ({ id: field })))
          }
        >
          Reset
        </Button>
      </div>
    </fieldset>
  )
}

type MoveProps = { name: string; icon: 'up' | 'down'; to: (() => void) | undefined }

function MoveButton({ name, icon, to }: MoveProps) {
  return (
    <button type="button" className={css.small} aria-label={name} aria-disabled={!to} onClick={to}>
      <Icon name={icon} size={12} />
    </button>
  )
}

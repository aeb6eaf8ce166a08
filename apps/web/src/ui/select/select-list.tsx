import { type PointerEvent, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { SelectValue } from './options.ts'
import type { Row } from './rows.ts'
import { SelectRow } from './select-items.tsx'
import css from './select-list.module.css'
import { MAX_HEIGHT_PX, OPTION_HEIGHT_PX } from './select-props.ts'
import type { SelectContext } from './select-state.ts'

type Props<V extends SelectValue> = {
  id: string
  label: string
  labelledBy: string | undefined
  popup: RefObject<HTMLDivElement | null>
  context: SelectContext<V>
  highlight: number
  query: string
  message: string | undefined
  loading: boolean
  showLabels: boolean
  onPoint: (row: number) => void
  onChoose: (row: number) => void
}

export const rowId = (listId: string, index: number) => `${listId}-${index}`

/** The open list. Renders only visible rows, each 40 px high. */
export function SelectList<V extends SelectValue>({ id, popup, context, highlight, ...props }: Props<V>) {
  const { rows, rules } = context
  const list = useRef<HTMLDivElement>(null)
  const pointed = useRef(false)
  const [top, setTop] = useState(0)
  // The row of a tag below the options stays in view, over the last visible one.
  const pinned = rows.length > 1 && rows.at(-1)?.kind === 'tag' ? rows.length - 1 : undefined

  // biome-ignore lint/correctness/useExhaustiveDependencies: another query or list scrolls to its highlight
  useLayoutEffect(() => {
    const box = list.current
    if (!box) return
    // A row under the pointer is visible already; scrolling would move another row under the pointer.
    if (!pointed.current && highlight !== pinned) scrollTo(box, highlight, pinned !== undefined)
    pointed.current = false
    setTop(Math.floor(box.scrollTop / OPTION_HEIGHT_PX))
  }, [highlight, props.query, rows])

  const places = useMemo(() => placesOf(rows, rules.groupSelect), [rows, rules.groupSelect])
  const visible = visibleRows(rows.length, top, MAX_HEIGHT_PX / OPTION_HEIGHT_PX, highlight)
  const drawn = pinned === undefined || visible.includes(pinned) ? visible : [...visible, pinned]

  function rowAt(event: { target: EventTarget }): number | undefined {
    const row = event.target instanceof Element && event.target.closest<HTMLElement>('[data-row]')
    return row ? Number(row.dataset.row) : undefined
  }
  function point(event: PointerEvent) {
    // Browsers also fire this when the list scrolls under a resting pointer.
    if (event.movementX === 0 && event.movementY === 0) return
    const row = rowAt(event)
    if (row === undefined || row === highlight || rows[row] === undefined) return
    pointed.current = true
    props.onPoint(row)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps the focus where it is
    <div
      ref={popup}
      popover="manual"
      className={css.popup}
      // A press in the list must not blur the input.
      onMouseDown={(event) => event.preventDefault()}
    >
      {props.message && <p className={css.message}>{props.message}</p>}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the input has the keys */}
      <div
        ref={list}
        id={id}
        role="listbox"
        tabIndex={-1}
        aria-label={props.labelledBy ? undefined : props.label}
        aria-labelledby={props.labelledBy}
        aria-multiselectable={rules.multiple || undefined}
        aria-busy={props.loading || undefined}
        className={css.list}
        onScroll={({ currentTarget }) => setTop(Math.floor(currentTarget.scrollTop / OPTION_HEIGHT_PX))}
        onPointerMove={point}
        onClick={(event) => {
          const row = rowAt(event)
          if (row !== undefined) props.onChoose(row)
        }}
      >
        <div role="presentation" className={css.rows} style={{ height: rows.length * OPTION_HEIGHT_PX }}>
          {inGroups(rows, drawn, context).map(({ key, label, members }) => {
            const lines = members.map((at) => {
              const row = rows[at]
              return (
                row && (
                  <SelectRow
                    key={at}
                    id={rowId(id, at)}
                    row={row}
                    index={at}
                    context={context}
                    highlighted={at === highlight}
                    pinned={at === pinned}
                    place={places[at] ?? 0}
                    places={places.at(-1) ?? 0}
                    showLabels={props.showLabels}
                  />
                )
              )
            })
            return label === undefined ? (
              lines
            ) : (
              // biome-ignore lint/a11y/useSemanticElements: a listbox cannot contain a fieldset
              <div key={key} role="group" aria-label={label}>
                {lines}
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}

/** Scrolls just enough to show a row; for the first row also the group's row above it. */
function scrollTo(box: HTMLElement, row: number, hasPinned: boolean) {
  const height = box.clientHeight - (hasPinned ? OPTION_HEIGHT_PX : 0)
  if (row <= 1) box.scrollTop = 0
  else if (row * OPTION_HEIGHT_PX < box.scrollTop) box.scrollTop = row * OPTION_HEIGHT_PX
  else if ((row + 1) * OPTION_HEIGHT_PX > box.scrollTop + height)
    box.scrollTop = (row + 1) * OPTION_HEIGHT_PX - height
}

/** Number of options up to each row; a group's row counts if it can be selected. */
function placesOf<V extends SelectValue>(rows: readonly Row<V>[], groupSelect: boolean): number[] {
  let place = 0
  return rows.map(({ kind }) => (kind === 'group' && !groupSelect ? place : ++place))
}

type Run = { key: string; label: string | undefined; members: number[] }

/** Rendered rows by group. */
function inGroups<V extends SelectValue>(
  rows: readonly Row<V>[],
  drawn: number[],
  context: SelectContext<V>,
): Run[] {
  const runs: Run[] = []
  for (const at of drawn) {
    const row = rows[at]
    const part = row && row.kind !== 'tag' ? row.part : -1
    const key = `part ${part}`
    const last = runs.at(-1)
    if (last?.key === key) last.members.push(at)
    else runs.push({ key, label: context.index.parts[part]?.label, members: [at] })
  }
  return runs
}

const OVERSCAN_ROWS = 2

/**
 * Rows to render: visible rows, two more at each end, and always the highlighted row, because the input refers to it.
 * `top` and `height` are in rows; the result is in order.
 */
export function visibleRows(count: number, top: number, height: number, highlight: number): number[] {
  const from = Math.max(0, Math.min(Math.floor(top), count - 1) - OVERSCAN_ROWS)
  const to = Math.min(count, Math.ceil(top + height) + OVERSCAN_ROWS)
  const drawn = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)
  if (highlight < 0 || highlight >= count) return drawn
  if (highlight < from) return [highlight, ...drawn]
  return highlight >= to ? [...drawn, highlight] : drawn
}

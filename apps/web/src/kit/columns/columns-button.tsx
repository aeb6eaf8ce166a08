import { useId, useRef, useState } from 'react'
import { toastFailed } from '../toast.ts'
import { useFetched } from '../use-fetched.ts'
import css from './columns-button.module.css'
import { LISTS, type ListName } from './lists.ts'
import { columnsOf, useShownColumns } from './shown-columns.ts'

const load = async () => (await import('./columns-panel.tsx')).ColumnsPanel

function tellMissing(): void {
  toastFailed('The columns could not be loaded. Check the connection and try again.')
}

/** On the way to it; what fails here is told when it is wanted. */
function fetchAhead(): void {
  load().catch(() => undefined)
}

/** Opens the choice of a list's columns, whose code is fetched on the way to it. Marked while some are hidden. */
export function ColumnsButton({ list }: { list: ListName }) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const Panel = useFetched(load, isOpen, tellMissing)
  const shown = useShownColumns(list).length
  const all = columnsOf(list).length
  const words = shown < all ? `Columns ${shown}/${all}` : 'Columns'
  const ofList = `of ${LISTS[list].words.toLowerCase()}`

  function onToggle(open: boolean) {
    setOpen(open)
    if (open) panel.current?.focus()
    // Safari does not focus a button that is clicked, and so has nothing to give the focus back to.
    else if (document.activeElement === document.body) button.current?.focus()
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        className={css.button}
        data-set={shown < all || undefined}
        popoverTarget={id}
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        aria-label={`${words} ${ofList}`}
        onPointerEnter={fetchAhead}
        onFocus={fetchAhead}
      >
        {words}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={`Columns ${ofList}`}
        tabIndex={-1}
        className={css.panel}
        onBeforeToggle={({ newState }) => {
          if (newState === 'open' && button.current && panel.current) place(panel.current, button.current)
        }}
        onToggle={({ newState }) => onToggle(newState === 'open')}
        // Left with the Tab key, it does not stay over what is focused next.
        onBlur={({ relatedTarget: next }) => {
          if (next instanceof Node && next !== button.current && !panel.current?.contains(next))
            panel.current?.hidePopover()
        }}
      >
        {isOpen && Panel && <Panel list={list} />}
      </div>
    </>
  )
}

const WIDTH_PX = 232
const GAP_PX = 4
const MARGIN_PX = 8

/** Under the right end of its button, or over it where there is more room; from there it scrolls along with the page. */
function place({ style }: HTMLElement, button: HTMLElement): void {
  const { top, bottom, right } = button.getBoundingClientRect()
  const { clientWidth, clientHeight } = document.documentElement
  const below = clientHeight - bottom
  const isBelow = below >= top
  const left = Math.min(right, clientWidth - MARGIN_PX) - WIDTH_PX
  style.width = `${WIDTH_PX}px`
  style.left = `${Math.max(MARGIN_PX, left)}px`
  style.top = isBelow ? `${scrollY + bottom + GAP_PX}px` : 'auto'
  style.bottom = isBelow ? 'auto' : `${clientHeight - scrollY - top + GAP_PX}px`
  style.maxHeight = `${Math.max(below, top) - GAP_PX - MARGIN_PX}px`
}

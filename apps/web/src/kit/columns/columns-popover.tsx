import { type RefObject, useEffect, useRef } from 'react'
import { ColumnsPanel } from './columns-panel.tsx'
import css from './columns-popover.module.css'
import type { ListName } from './lists.ts'

type Props = {
  id: string
  label: string
  list: ListName
  button: RefObject<HTMLButtonElement | null>
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
}

/** The choice of a list's columns, under its button. It comes with the first press of that, and opens with it. */
export function ColumnsPopover({ id, label, list, button, isOpen, onToggle }: Props) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Pressed once more if the press that it was fetched for found nothing to open. That press acts after its
    // handlers: in WebKit the panel may be there by then, and a second press ahead of it would be undone.
    const timer = setTimeout(() => {
      if (!panel.current?.matches(':popover-open')) button.current?.click()
    })
    return () => clearTimeout(timer)
  }, [button])

  function toggled(open: boolean) {
    onToggle(open)
    if (open) panel.current?.focus()
    // Safari does not focus a button that is clicked, and so has nothing to give the focus back to.
    else if (document.activeElement === document.body) button.current?.focus()
  }

  return (
    <div
      ref={panel}
      id={id}
      popover="auto"
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      className={css.panel}
      onBeforeToggle={({ newState }) => {
        if (newState === 'open' && button.current && panel.current) place(panel.current, button.current)
      }}
      onToggle={({ newState }) => toggled(newState === 'open')}
      // Left with the Tab key, it does not stay over what is focused next.
      onBlur={({ relatedTarget: next }) => {
        if (next instanceof Node && next !== button.current && !panel.current?.contains(next))
          panel.current?.hidePopover()
      }}
    >
      {isOpen && <ColumnsPanel list={list} />}
    </div>
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

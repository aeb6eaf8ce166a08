import type { KeyboardEvent, PointerEvent } from 'react'
import { boundedWidth } from './columns.ts'

/** Width change per press of Alt with an arrow key. */
const STEP_PX = 16

type OnWidth = (width: number) => void

/** Follows the pointer that drags the edge of a header; the release sets the width. */
export function dragWidth(down: PointerEvent<HTMLElement>, onWidth: OnWidth): void {
  const grip = down.currentTarget
  const header = grip.closest('th')
  if (!header || down.button !== 0) return
  down.preventDefault()
  grip.setPointerCapture(down.pointerId)
  const startX = down.clientX
  const startWidth = header.offsetWidth
  let width = startWidth
  const listeners = new AbortController()
  const follow = ({ clientX }: globalThis.PointerEvent) => {
    width = boundedWidth(startWidth + clientX - startX)
    // Avoids a render for each pointer move.
    for (const cell of cellsOf(header)) Object.assign(cell.style, sizes(width))
  }
  const end = () => {
    listeners.abort()
    if (width !== startWidth) onWidth(width)
  }
  grip.addEventListener('pointermove', follow, { signal: listeners.signal })
  grip.addEventListener('pointerup', end, { signal: listeners.signal })
  grip.addEventListener('pointercancel', end, { signal: listeners.signal })
}

/** Alt with an arrow key resizes the column of the header. */
export function widthByKey(event: KeyboardEvent<HTMLElement>, onWidth: OnWidth): void {
  const step = { ArrowLeft: -STEP_PX, ArrowRight: STEP_PX }[event.key]
  const header = event.currentTarget.closest('th')
  if (!event.altKey || !step || !header) return
  // The browser would navigate back.
  event.preventDefault()
  onWidth(boundedWidth(header.offsetWidth + step))
}

/** Styles of a cell: automatic table layout respects a width only with equal bounds. */
export function sizes(width: number) {
  const px = `${width}px`
  return { width: px, minWidth: px, maxWidth: px }
}

function cellsOf(header: HTMLTableCellElement): HTMLElement[] {
  const rows = [...(header.closest('table')?.rows ?? [])]
  return rows.flatMap(({ cells }) => cells[header.cellIndex] ?? [])
}

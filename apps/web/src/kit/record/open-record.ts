import type { LinkProps } from '@tanstack/react-router'
import { create } from 'zustand'

/** The record beside the list. The page reads it for its breadcrumb, its title and the room that it leaves. */
export type OpenRecord = { title: string; width: 'narrow' | 'wide'; back: LinkProps }

/** How long a written row is waited for. */
const ROW_WITHIN_MS = 3000

type State = {
  open: OpenRecord | undefined
  /** The row that was opened or written last: highlighted, and focused once the record is closed. */
  lastId: string | undefined
}

export const useOpenRecord = create<State>()(() => ({ open: undefined, lastId: undefined }))

export function setOpenRecord(open: OpenRecord | undefined): void {
  useOpenRecord.setState({ open })
}

export function setLastRow(lastId: string): void {
  useOpenRecord.setState({ lastId })
}

/**
 * Where the focus goes after a navigation: the heading of the record, the row of the record that was closed, or the
 * heading of the screen.
 */
export function focusAfterNavigation(): void {
  const pane = document.querySelector<HTMLElement>('[data-record]')
  // One record after another: the focus stays on the button that leads through them.
  if (pane?.querySelector('[data-neighbours]')?.contains(document.activeElement)) return
  const heading = pane?.querySelector('h2')
  const row = closedRow()
  if (heading) heading.focus()
  else if (row) row.focus({ preventScroll: true })
  else focusHeading()
}

/** The row that was just written may come with the next reply of the list: it takes the focus if it is still free. */
function focusHeading(): void {
  const heading = document.querySelector('h1')
  heading?.focus()
  if (!useOpenRecord.getState().lastId) return
  const observer = new MutationObserver(() => {
    if (document.activeElement !== heading) return observer.disconnect()
    const row = closedRow()
    if (!row) return
    observer.disconnect()
    row.focus({ preventScroll: true })
  })
  observer.observe(document.body, { childList: true, subtree: true })
  setTimeout(() => observer.disconnect(), ROW_WITHIN_MS)
}

function closedRow(): HTMLElement | null {
  const { lastId } = useOpenRecord.getState()
  const row = lastId && document.querySelector<HTMLElement>(`[data-id="${CSS.escape(lastId)}"]`)
  return row ? (row.querySelector<HTMLElement>('a') ?? row) : null
}

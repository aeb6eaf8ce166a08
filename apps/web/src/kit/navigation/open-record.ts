import type { LinkProps } from '@tanstack/react-router'
import { create } from 'zustand'

/** The record next to the list. The page uses it for its breadcrumb, title and layout. */
export type OpenRecord = { title: string; width: 'narrow' | 'wide'; back: LinkProps }

/** Longest wait for a written row. */
const ROW_WITHIN_MS = 3000

type State = {
  open: OpenRecord | undefined
  /** The last opened or written row: highlighted, and focused when the record closes. */
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
 * Moves the focus after a navigation: to the heading of the record, the row of the closed record, or the heading of the
 * screen. It stays in a form that took it, such as the card number of an inquiry.
 */
export function focusAfterNavigation(): void {
  if (document.activeElement?.closest('[data-takes-focus]')) return
  const pane = document.querySelector<HTMLElement>('[data-record]')
  // The focus stays on the Previous or Next button.
  if (pane?.querySelector('[data-neighbours]')?.contains(document.activeElement)) return
  const heading = pane?.querySelector('h2')
  const row = closedRow()
  if (heading) heading.focus()
  else if (row) row.focus({ preventScroll: true })
  else focusHeading()
}

/** Focuses the heading of the open record if the focus is nowhere, because its element has gone. */
export function keepFocusInRecord(): void {
  if (document.activeElement !== document.body) return
  document.querySelector<HTMLElement>('[data-record] h2')?.focus()
}

/** Focuses the heading, then the written row if it arrives with the next reply and the focus has not moved. */
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

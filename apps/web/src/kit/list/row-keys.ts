import { keysOf } from '@backoffice/contract/objects'
import type { Shortcut } from '../shortcuts/shortcuts.ts'

/** A key of a focused row, which replaces the table's own use of it. `run` receives the element of the row. */
export type RowKey = { key: string; label: string; run: (row: HTMLElement) => void }

type RowStep = 'next' | 'previous' | 'first' | 'last' | 'select' | 'menu' | 'open'

/** Keys of a focused row, as the table handles them and the list of shortcuts shows them. */
const ROW_KEYS: readonly { step: RowStep; keys: readonly string[]; shown: string; label: string }[] = [
  { step: 'next', keys: ['ArrowDown', 'j'], shown: '↓ j', label: 'Next row' },
  { step: 'previous', keys: ['ArrowUp', 'k'], shown: '↑ k', label: 'Previous row' },
  { step: 'first', keys: ['Home'], shown: 'Home', label: 'First row' },
  { step: 'last', keys: ['End'], shown: 'End', label: 'Last row' },
  // The row's link or button handles it.
  { step: 'open', keys: [], shown: 'Enter', label: 'Open the row' },
  { step: 'select', keys: ['x'], shown: 'x', label: 'Select the row' },
  { step: 'menu', keys: ['m'], shown: 'm', label: 'Actions of the row' },
]

export function rowStep(key: string): RowStep | undefined {
  return ROW_KEYS.find(({ keys }) => keys.includes(key))?.step
}

/** Index of the row that a step leads to, also beyond the ends; undefined for other steps. */
export function rowAt(step: RowStep, { from, count }: { from: number; count: number }): number | undefined {
  const places: Partial<Record<RowStep, number>> = {
    next: from + 1,
    previous: from - 1,
    first: 0,
    last: count - 1,
  }
  return places[step]
}

type Has = { open: boolean; select: boolean; menu: boolean }

/** Listed shortcuts of a table. `more`: its additional keys. */
export function rowShortcuts(has: Has, more: readonly RowKey[] = []): Shortcut[] {
  const missing: readonly RowStep[] = keysOf(has).filter((step) => !has[step])
  const isFree = (shown: string) => !more.some(({ key }) => key === shown)
  const own = ROW_KEYS.filter(({ step }) => !missing.includes(step))
  return [
    ...own.map(({ shown, label }) => ({ keys: shown.split(' ').filter(isFree).join(' '), label })),
    ...more.map(({ key, label }) => ({ keys: key, label })),
  ].flatMap((each) => (each.keys ? { ...each, group: 'Rows' } : []))
}

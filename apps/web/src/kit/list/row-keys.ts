import { keysOf } from '@backoffice/contract/objects'
import type { Shortcut } from '../shortcuts/shortcuts.ts'

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

/** Listed shortcuts of a table. */
export function rowShortcuts(has: { open: boolean; select: boolean; menu: boolean }): Shortcut[] {
  const missing: readonly RowStep[] = keysOf(has).filter((step) => !has[step])
  return ROW_KEYS.filter(({ step }) => !missing.includes(step)).map(({ shown, label }) => ({
    keys: shown,
    label,
    group: 'Rows',
  }))
}

import css from './data-table.module.css'

/** Focuses the link or button of a row, or the row itself without one. */
export function focusRow(tr: HTMLElement): void {
  ;(leadOf(tr) ?? tr).focus()
}

/** The row's link, or the button that opens it in place. */
export const leadOf = (tr: Element | null) => tr?.querySelector<HTMLElement>(`.${css.open} > :is(a, button)`)

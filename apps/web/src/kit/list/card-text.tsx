import type { ReactNode } from 'react'
import css from './data-table.module.css'

/** Text that a cell shows only in the card layout, which has no column headings, and on the second line of a cell. */
export function InCard({ children }: { children: ReactNode }) {
  return <span className={css.inCard}>{children}</span>
}

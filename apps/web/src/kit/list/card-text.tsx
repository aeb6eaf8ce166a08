import type { ReactNode } from 'react'
import css from './data-table.module.css'

/** Words that a cell needs only where its row is a card, without the heading of a column. */
export function InCard({ children }: { children: ReactNode }) {
  return <span className={css.inCard}>{children}</span>
}

import type { ReactNode } from 'react'
import css from './tabs.module.css'

/** Links to related screens that look like tabs; spread `tabLink` on each link. */
export function TabLinks({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className={css.tabs}>
      {children}
    </nav>
  )
}

/** Number next to the label of a tab. */
export function TabCount({ children }: { children: ReactNode }) {
  return <span className={css.count}> {children}</span>
}

export const tabLink = { className: css.tab } as const

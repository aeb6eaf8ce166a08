import type { ReactNode } from 'react'
import css from './tabs.module.css'

/** Screens that belong together, as links in the shape of tabs; each link takes `tabLink`. */
export function TabLinks({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className={css.tabs}>
      {children}
    </nav>
  )
}

export const tabLink = { className: css.tab } as const

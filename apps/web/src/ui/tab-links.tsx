import type { ReactNode } from 'react'
import css from './tabs.module.css'

/** Related screens as links that look like tabs; each link takes the props `tabLink`. */
export function TabLinks({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className={css.tabs}>
      {children}
    </nav>
  )
}

export const tabLink = { className: css.tab } as const

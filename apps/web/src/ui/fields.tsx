import type { ReactNode } from 'react'
import css from './field.module.css'

/** Fields below each other, or side by side where there is room for two. */
export function Fields({ columns = 1, children }: { columns?: 1 | 2; children: ReactNode }) {
  return (
    <div className={css.fields} data-columns={columns}>
      {children}
    </div>
  )
}

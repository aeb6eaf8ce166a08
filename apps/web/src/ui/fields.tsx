import type { ReactNode } from 'react'
import css from './field.module.css'

/** Fields in one column, or in two if there is room. */
export function Fields({ columns = 1, children }: { columns?: 1 | 2; children: ReactNode }) {
  return (
    <div className={css.fields} data-columns={columns}>
      {children}
    </div>
  )
}

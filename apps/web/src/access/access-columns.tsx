import type { ReactNode } from 'react'
import css from './access-columns.module.css'

/** The fields of a role or policy, and what they do beside them; below them in a narrow window. */
export function AccessColumns({ beside, children }: { beside: ReactNode; children: ReactNode }) {
  return (
    <div className={css.columns}>
      <div className={css.fields}>{children}</div>
      <div className={css.beside}>{beside}</div>
    </div>
  )
}

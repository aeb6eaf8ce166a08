import type { ReactNode } from 'react'
import css from './empty-state.module.css'

/** Replaces missing content and offers the next step. */
export function EmptyState({
  title,
  action,
  children,
}: {
  title: string
  action?: ReactNode
  children?: ReactNode
}) {
  return (
    <div className={css.empty}>
      <strong>{title}</strong>
      {children && <p>{children}</p>}
      {action}
    </div>
  )
}

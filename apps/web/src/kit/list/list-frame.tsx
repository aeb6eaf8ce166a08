import type { ReactNode } from 'react'
import css from './list-body.module.css'

/** Rows that fill the page and scroll themselves, below content that keeps its height. */
export function ListFrame({
  title,
  above,
  children,
}: {
  title: string
  above: ReactNode
  children: ReactNode
}) {
  return (
    <div className={css.page} data-fills>
      {above}
      <section className={css.card} aria-label={title}>
        {children}
      </section>
    </div>
  )
}

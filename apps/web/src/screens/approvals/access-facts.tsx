import type { ReactNode } from 'react'
import css from './approval-access.module.css'

/** Facts of a request, one a line. */
export function AccessFacts({ items }: { items: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={css.facts}>
      {items.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

import { type ReactNode, useId } from 'react'
import css from './card.module.css'

type Props = { title?: string; aside?: ReactNode; flush?: boolean; children: ReactNode }

/** A panel with its heading. `flush`: the content reaches the edges, as tables do. */
export function Card({ title, aside, flush = false, children }: Props) {
  const id = useId()
  return (
    <section className={css.card} data-flush={flush || undefined} aria-labelledby={title ? id : undefined}>
      {title && (
        <header className={css.head}>
          <h2 id={id}>{title}</h2>
          {aside && <div className={css.aside}>{aside}</div>}
        </header>
      )}
      {children}
    </section>
  )
}

type FactsProps = { items: readonly (readonly [string, ReactNode])[]; className?: string | undefined }

/** Pairs of a name and a value. */
export function Facts({ items, className = css.facts }: FactsProps) {
  return (
    <dl className={className}>
      {items.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A missing value. */
export function EmptyValue() {
  return (
    <span className={css.empty} data-empty={true}>
      —
    </span>
  )
}

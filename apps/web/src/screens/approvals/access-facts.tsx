import type { Approval } from '@backoffice/contract/endpoints/approvals'
import type { ReactNode } from 'react'
import { timeFacts } from './access-times.ts'
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

/** Start and end of what a request changes. */
export function TimesSection({ found }: { found: Approval }) {
  return (
    <section className={css.section}>
      <h3>When</h3>
      <AccessFacts items={timeFacts(found)} />
    </section>
  )
}

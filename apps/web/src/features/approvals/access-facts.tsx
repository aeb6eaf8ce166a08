import type { Approval } from '@backoffice/contract/approvals'
import type { ReactNode } from 'react'
import { Facts } from '../../ui/card.tsx'
import { timeFacts } from './access-times.ts'
import css from './approval-access.module.css'

/** Facts of a request, one a line. */
export function AccessFacts({ items }: { items: readonly (readonly [string, ReactNode])[] }) {
  return <Facts className={css.facts} items={items} />
}

/** Start and end of what a request changes, and that it gives no access if it changes only rows. */
export function TimesSection({ found }: { found: Approval }) {
  const noAccess = found.impact === null ? ([['Access', 'No user gains or loses access']] as const) : []
  return (
    <section className={css.section}>
      <h3>When</h3>
      <AccessFacts items={[...timeFacts(found), ...noAccess]} />
    </section>
  )
}

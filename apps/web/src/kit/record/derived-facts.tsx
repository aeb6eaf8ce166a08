import type { TableDeclaration } from '@backoffice/contract/table'
import { formatDateTime } from '../format-time.ts'
import css from './record-form.module.css'
import { type Row, textOf } from './rows.ts'

/** What is known of a record and not written: when a terminal was seen first and last. */
export function DerivedFacts({ table: { derived = {} }, row }: { table: TableDeclaration; row: Row }) {
  const facts = Object.entries(derived)
  if (facts.length === 0) return null
  return (
    <dl className={css.facts}>
      {facts.map(([name, { label, type, options }]) => {
        const value = textOf(row, name)
        const shown = type === 'time' && value ? formatDateTime(value) : (options?.[value] ?? value)
        return (
          <div key={name}>
            <dt>{label}</dt>
            <dd>{shown || '—'}</dd>
          </div>
        )
      })}
    </dl>
  )
}

import type { LaterChange } from '@backoffice/contract/approvals'
import { actionText } from '../../kit/record/event-words.ts'
import { fullTime } from './approval-words.ts'
import css from './approvals.module.css'
import { FieldChanges } from './field-changes.tsx'

/** Changes since a request that make it out of date: by whom, when, and the values before and after. */
export function LaterChanges({ changes }: { changes: readonly LaterChange[] }) {
  if (changes.length === 0) return null
  return (
    <>
      <h3>Changed since the request</h3>
      <ul className={css.rows}>
        {changes.map(({ label, at, by, action, changes: fields }) => (
          <li key={`${at} ${label} ${action}`}>
            <strong>{label}</strong>{' '}
            <span className={css.quiet}>
              {actionText({ action, outcome: 'done', changes: fields })} by {by}, {fullTime(at)}
            </span>
            <FieldChanges changes={fields} />
          </li>
        ))}
      </ul>
    </>
  )
}

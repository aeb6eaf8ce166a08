import type { LaterChange } from '@backoffice/contract/approvals'
import { actionText, plainText } from '../../kit/record/event-words.ts'
import { EmptyValue } from '../../ui/card.tsx'
import { eventText } from '../access/event-text.ts'
import { fieldLabel, fullTime, valueText } from './approval-words.ts'
import css from './approvals.module.css'

type Changes = Readonly<Record<string, readonly [unknown, unknown]>>

/** Changed fields, each with its value before and after. */
export function FieldChanges({ changes }: { changes: Changes }) {
  const fields = Object.entries(changes)
  if (fields.length === 0) return null
  return (
    <dl>
      {fields.map(([name, [before, after]]) => (
        <div key={name}>
          <dt>{fieldLabel(name)}</dt>
          <dd>
            <Values name={name} before={before} after={after} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Added and removed items of a list; otherwise both values. */
function Values({ name, before, after }: { name: string; before: unknown; after: unknown }) {
  if (Array.isArray(before) || Array.isArray(after)) {
    const [old, now] = [itemsOf(before), itemsOf(after)]
    const added = now.filter((item) => !old.includes(item))
    const removed = old.filter((item) => !now.includes(item))
    return [
      ...(added.length > 0 ? [`adds ${added.join(', ')}`] : []),
      ...(removed.length > 0 ? [`removes ${removed.join(', ')}`] : []),
    ].join('; ')
  }
  return (
    <>
      <Value text={valueText(name, plainText(before))} /> <span aria-hidden="true">→</span>
      <span className="visually-hidden">to</span> <Value text={valueText(name, plainText(after))} />
    </>
  )
}

/** Names of a list of values. */
const itemsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.map((item) => eventText('', JSON.stringify([item]))) : []

function Value({ text }: { text: string }) {
  return text === '' ? <EmptyValue /> : text
}

/** Changes since a request that make it out of date, with user, time, and the values before and after. */
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

import type { Approval } from '@backoffice/contract/endpoints/approvals'
import { plainText } from '../../kit/record/event-words.ts'
import { EmptyValue } from '../../ui/card.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { ApprovalAccess } from './approval-access.tsx'
import { fieldLabel, valueText } from './approval-words.ts'
import css from './approvals.module.css'
import { RequestRows } from './request-rows.tsx'

/** Effects of a request on access, and values of rows before and after. */
export function ApprovalChanges({ found }: { found: Approval }) {
  const { impact, users, changes, changes_total } = found
  if (found.row_count !== null) return <RequestRows key={found.id} found={found} />
  if (!impact) return <RowChanges changes={changes} total={changes_total} />
  // All values of a new user are shown with the user.
  const isNew = users.some(({ role_before }) => role_before === null)
  const others = isNew ? [] : changes.map(withoutAccess).filter(hasFields)
  return (
    <>
      <RowChanges changes={others} total={others.length} />
      <ApprovalAccess found={found} />
    </>
  )
}

type Change = Approval['changes'][number]

/** Fields of access events that the request shows with its users. */
const SHOWN = new Set(['role', 'extra_policies', 'hours', 'until'])

function withoutAccess({ label, changes }: Change): Change {
  return { label, changes: Object.fromEntries(Object.entries(changes).filter(([name]) => !SHOWN.has(name))) }
}

const hasFields = ({ changes }: Change) => Object.keys(changes).length > 0

function RowChanges({ changes, total }: { changes: readonly Change[]; total: number }) {
  const more = total - changes.length
  if (total === 0) return null
  return (
    <section className={css.section}>
      <h3>What changes</h3>
      <ul className={css.rows}>
        {changes.map(({ label, changes: fields }, at) => (
          // Several new rows may have no name.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={at}>
            {label !== null && <strong>{label}</strong>}
            {Object.keys(fields).length > 0 && (
              <dl>
                {Object.entries(fields).map(([name, [before, after]]) => (
                  <div key={name}>
                    <dt>{fieldLabel(name)}</dt>
                    <dd>
                      <Values name={name} before={before} after={after} />
                    </dd>
                  </div>
                ))}
              </dl>
            )}
          </li>
        ))}
      </ul>
      {more > 0 && <p className={css.quiet}>and {formatNumber(more)} more</p>}
    </section>
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

const itemsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(plainText) : [])

function Value({ text }: { text: string }) {
  return text === '' ? <EmptyValue /> : text
}

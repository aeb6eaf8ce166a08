import type { Approval } from '@backoffice/contract/endpoints/approvals'
import { ImpactEffects } from '../../access/impact-panel.tsx'
import { capitalised, plainText } from '../../kit/record/event-words.ts'
import { EmptyValue } from '../../ui/card.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { fieldLabel } from './approval-words.ts'
import css from './approvals.module.css'

/** Permissions that users gain and lose, or values of rows before and after. */
export function ApprovalChanges({ found }: { found: Approval }) {
  const { impact } = found
  if (!impact) return <RowChanges found={found} />
  const moves = [
    ...impact.gains.map((effect) => ({ ...effect, way: 'gain' as const })),
    ...impact.losses.map((effect) => ({ ...effect, way: 'loss' as const })),
  ]
  return (
    <>
      <section className={css.section}>
        <h3>What changes</h3>
        {moves.length === 0 && <p className={css.quiet}>No user gains or loses access.</p>}
        {moves.length > 0 && (
          <table className={css.moves}>
            <thead>
              <tr>
                <th scope="col">Permission</th>
                <th scope="col">Before</th>
                <th scope="col">After</th>
              </tr>
            </thead>
            <tbody>
              {moves.map(({ way, name, label, risk, type }) => (
                <tr key={`${way} ${name}`} data-way={way}>
                  <th scope="row">
                    <span aria-hidden="true">{way === 'gain' ? '+' : '−'}</span>
                    <code>{type === 'module' ? `Area ${name}` : name}</code>
                    {risk === 'HIGH' && <span className={css.risk}>High risk</span>}
                    {type === 'permission' && <span className={css.label}>{capitalised(label)}</span>}
                  </th>
                  <td>{way === 'gain' ? 'Not allowed' : 'Allowed'}</td>
                  <td>{way === 'gain' ? 'Allowed' : 'Not allowed'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
      {moves.length > 0 && (
        <section className={css.section}>
          <h3>Impact</h3>
          <ImpactEffects impact={impact} />
        </section>
      )}
    </>
  )
}

function RowChanges({ found: { changes, changes_total } }: { found: Approval }) {
  const more = changes_total - changes.length
  if (changes_total === 0) return null
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
                      <Value value={before} /> <span aria-hidden="true">→</span>
                      <span className="visually-hidden">to</span> <Value value={after} />
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

function Value({ value }: { value: unknown }) {
  const text = plainText(value)
  return text === '' ? <EmptyValue /> : text
}

import type { Approval } from '@backoffice/contract/endpoints/approvals'
import { PermissionTable } from '../../access/permission-table.tsx'
import { plural } from '../../kit/format-number.ts'
import { capitalised } from '../../kit/record/event-words.ts'
import { type AccessGroup, accessGroups } from './access-groups.ts'
import { AffectedUsers } from './affected-users.tsx'
import css from './approval-access.module.css'
import { TakersSection } from './takers-section.tsx'

/** The access that a request gives: to whom, by which role or policy, until when, who else gains, the permissions. */
export function ApprovalAccess({ found }: { found: Approval }) {
  const groups = accessGroups(found)
  return (
    <>
      <AffectedUsers found={found} />
      <TakersSection takers={found.takers} />
      {groups.length > 0 && (
        <section className={css.section}>
          <h3>Permissions</h3>
          <div className={css.groups}>
            {groups.map((group) => (
              <details key={keyOf(group)}>
                <summary>
                  <Summary group={group} isOnly={groups.length === 1} />
                </summary>
                <PermissionTable gains={group.gains} losses={group.losses} />
              </details>
            ))}
          </div>
        </section>
      )}
    </>
  )
}

const keyOf = ({ names, gains, losses }: AccessGroup) =>
  [...names, ...gains.map(({ name }) => name), '-', ...losses.map(({ name }) => name)].join()

const MOST_NAMED = 3

/** `Maria Reyes gains 12 permissions`, with the high-risk ones by name. */
function Summary({ group, isOnly }: { group: AccessGroup; isOnly: boolean }) {
  const { names, userCount, gains, losses } = group
  const permissions = (effects: AccessGroup['gains']) => effects.filter(({ type }) => type === 'permission')
  const [gained, lost] = [permissions(gains).length, permissions(losses).length]
  const risks = gains.filter(({ risk }) => risk === 'HIGH')
  const isOne = userCount === 1
  const parts = [
    ...(gained > 0 ? [`${isOne ? 'gains' : 'gain'} ${plural(gained, 'permission')}`] : []),
    ...(lost > 0 ? [`${isOne ? 'loses' : 'lose'} ${plural(lost, 'permission')}`] : []),
  ]
  const shown = names.slice(0, MOST_NAMED).join(', ')
  const more = userCount - Math.min(names.length, MOST_NAMED)
  const who = isOnly && !isOne ? plural(userCount, 'user') : more > 0 ? `${shown} and ${more} more` : shown
  return (
    <>
      <span>
        {who} {parts.length > 0 ? parts.join(' and ') : 'changes modules only'}
      </span>
      {risks.length > 0 && (
        <span className={css.risks}>
          <span className={css.risk}>High risk</span>{' '}
          {risks.map(({ label }) => capitalised(label)).join(', ')}
        </span>
      )}
    </>
  )
}

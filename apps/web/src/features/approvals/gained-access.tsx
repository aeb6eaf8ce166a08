import { isPermission } from '@backoffice/contract/access'
import type { Approval } from '@backoffice/contract/approvals'
import type { Impact } from '@backoffice/contract/explain'
import { plural } from '../../kit/format/format-number.ts'
import { capitalised } from '../../kit/record/event-words.ts'
import { PermissionTable, permissionRows } from '../access/permission-table.tsx'
import { RISK_WORDS } from '../access/risk-words.ts'
import css from './approval-access.module.css'

/** Most gained permissions that are named without opening the table. */
const MOST_OPEN = 8
const MOST_NAMED = 3
/** Most high-risk permissions with a sentence about each. */
const MOST_EXPLAINED = 4

type GainedProps = { found: Approval; isOutdated: boolean }

/** Permissions that users gain and lose, grouped by users with the same effect. High-risk ones come first. */
export function GainedAccess({ found, isOutdated }: GainedProps) {
  const groups = accessGroups(found)
  if (groups.length === 0) return null
  return (
    <section className={css.section}>
      <h3>
        {isOutdated ? 'What was asked for ' : 'What changes for '}
        {found.users_total === 1 ? 'this user' : 'these users'}
      </h3>
      <div className={css.groups}>
        {groups.map((group) => (
          <Group key={keyOf(group)} group={group} isOnly={groups.length === 1} />
        ))}
      </div>
      <p className={css.quiet}>
        Everything else that is added,{' '}
        {found.users_total === 1 ? 'this user already has' : 'these users already have'}.
      </p>
    </section>
  )
}

const keyOf = ({ names, gains, losses }: AccessGroup) =>
  [...names, ...gains.map(({ name }) => name), '-', ...losses.map(({ name }) => name)].join()

function Group({ group, isOnly }: { group: AccessGroup; isOnly: boolean }) {
  const { gains, losses } = group
  const rows = permissionRows(gains, losses)
  const isShort = gains.length <= MOST_OPEN
  const table = <PermissionTable gains={gains} losses={losses} />
  return (
    <div className={css.group}>
      <p className={css.gain}>
        <strong>{headingOf(group, isOnly)}</strong>
      </p>
      <Risks gains={gains} />
      {isShort ? (
        table
      ) : (
        <details>
          <summary>All permissions: {rows.map(({ label }) => label).join(', ')}</summary>
          {table}
        </details>
      )}
    </div>
  )
}

/** `Maria Reyes gains 12 permissions and 1 module, loses 2 permissions`. */
function headingOf({ names, userCount, gains, losses }: AccessGroup, isOnly: boolean): string {
  const isOne = userCount === 1
  const parts = [
    ...(gains.length > 0 ? [`${isOne ? 'gains' : 'gain'} ${countText(gains)}`] : []),
    ...(losses.length > 0 ? [`${isOne ? 'loses' : 'lose'} ${countText(losses)}`] : []),
  ]
  const shown = names.slice(0, MOST_NAMED).join(', ')
  const more = userCount - Math.min(names.length, MOST_NAMED)
  const who = isOnly && !isOne ? plural(userCount, 'user') : more > 0 ? `${shown} and ${more} more` : shown
  return `${who} ${parts.join(', ')}`
}

/** `7 permissions and 1 module` */
function countText(effects: AccessGroup['gains']): string {
  const countOf = (type: 'permission' | 'module') => {
    const { length } = effects.filter((each) => each.type === type)
    return length > 0 ? [plural(length, type)] : []
  }
  return [...countOf('permission'), ...countOf('module')].join(' and ')
}

/** High-risk permissions, with what each does if they are few. */
function Risks({ gains }: Pick<AccessGroup, 'gains'>) {
  const risks = gains.filter(({ risk }) => risk === 'HIGH')
  if (risks.length === 0) return null
  const isExplained = risks.length <= MOST_EXPLAINED
  return (
    <div className={css.risks}>
      <span className={css.quiet}>Gains</span> <span className={css.risk}>High risk</span>{' '}
      {isExplained ? (
        <ul>
          {risks.map(({ name, label }) => (
            <li key={name}>
              <strong>{capitalised(label)}</strong>
              <RiskWords name={name} />
            </li>
          ))}
        </ul>
      ) : (
        risks.map(({ label }) => capitalised(label)).join(', ')
      )}
    </div>
  )
}

function RiskWords({ name }: { name: string }) {
  const words = isPermission(name) ? RISK_WORDS[name] : undefined
  return words ? <span className={css.quiet}>: {words}.</span> : null
}

type Effects = Impact['gains']

/** Users who gain and lose the same. */
type AccessGroup = {
  names: readonly string[]
  userCount: number
  gains: Effects
  losses: Effects
}

type ListedAccess = Pick<Approval, 'impact' | 'users' | 'users_total'>

/**
 * Groups users by what they gain and lose together, so that each user is in one group. Where the request does not list
 * all users, groups the permissions by their users instead.
 */
function accessGroups({ impact, users, users_total }: ListedAccess): AccessGroup[] {
  if (!impact) return []
  const { gains, losses } = impact
  if (users.length < users_total || users_total === 0) return groupsOfEffects(gains, losses)
  const has = (key: string) => (effect: Effects[number]) => effect.users.some(({ id }) => id === key)
  const each = users.map(({ key, name, email, similar }) => ({
    // Other users have this name or a similar one.
    name: similar.length > 0 ? `${name} (${email})` : name,
    gains: gains.filter(has(key)),
    losses: losses.filter(has(key)),
  }))
  const same = Map.groupBy(each, (one) => [namesOf(one.gains), namesOf(one.losses)].join('\n'))
  return [...same.values()].flatMap((group) => {
    const [first] = group
    if (!first || first.gains.length + first.losses.length === 0) return []
    const { gains, losses } = first
    return [{ names: group.map(({ name }) => name), userCount: group.length, gains, losses }]
  })
}

const namesOf = (effects: Effects) => effects.map(({ name }) => name).join()

function groupsOfEffects(gains: Effects, losses: Effects): AccessGroup[] {
  const moves = [
    ...gains.map((effect) => ({ effect, way: 'gains' as const })),
    ...losses.map((effect) => ({ effect, way: 'losses' as const })),
  ]
  const keyOf = ({ effect: { user_count, users } }: (typeof moves)[number]) =>
    [user_count, ...users.map(({ id }) => id)].join()
  return [...Map.groupBy(moves, keyOf).values()].map((group) => ({
    names: group[0]?.effect.users.map(({ name }) => name) ?? [],
    userCount: group[0]?.effect.user_count ?? 0,
    gains: group.flatMap(({ effect, way }) => (way === 'gains' ? effect : [])),
    losses: group.flatMap(({ effect, way }) => (way === 'losses' ? effect : [])),
  }))
}

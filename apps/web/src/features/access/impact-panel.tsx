import { PERMISSIONS } from '@backoffice/contract/access'
import type { Impact } from '@backoffice/contract/explain'
import { type ReactNode, useId } from 'react'
import { ErrorNotice } from '../../kit/feedback/error-notice.tsx'
import { plural } from '../../kit/format/format-number.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type EffectGroup, effectGroups, type KeptGroup, keptGroups } from './impact-groups.ts'
import css from './impact-panel.module.css'
import { RiskSentences } from './risk-panel.tsx'
import { riskSentences } from './risk-words.ts'
import type { ImpactState } from './use-access-form.ts'

type Props = {
  noun: 'role' | 'policy'
  /** Undefined while access is unchanged. */
  state: ImpactState | undefined
  /** Text while access is unchanged. */
  children?: ReactNode
  /** Users affected by the change. By default these are all users who have the record. */
  summary?: string | undefined
}

/** Shows how saving a role or policy changes the access of its users, and its high-risk permissions. */
export function ImpactPanel({ noun, state, summary, children }: Props) {
  const id = useId()
  const { impact, isCurrent, error, isFetching, refetch } = state ?? {}
  return (
    <section className={css.panel} aria-labelledby={id}>
      <h3 id={id}>Impact</h3>
      {!state ? (
        <p className={css.quiet}>{children}</p>
      ) : (
        <div role="status" aria-busy={isFetching}>
          {error ? (
            <ErrorNotice
              what="The impact"
              error={error}
              busy={isFetching ?? false}
              onRetry={() => refetch?.()}
            />
          ) : impact ? (
            <div className={css.effect} data-stale={!isCurrent || undefined}>
              <Effect summary={summary ?? describeConcerned(noun, impact.user_count)} impact={impact} />
            </div>
          ) : (
            <>
              <span className="visually-hidden">Loading</span>
              <Skeleton width="100%" height={120} />
            </>
          )}
        </div>
      )}
    </section>
  )
}

type EffectProps = { summary: string; impact: Impact }

function Effect({ summary, impact }: EffectProps) {
  const { user_count, gains, losses } = impact
  const isNothing = gains.length + losses.length === 0
  return (
    <>
      <p className={css.quiet}>{summary}</p>
      {isNothing && user_count > 0 && <p className={css.nothing}>No user gains or loses access.</p>}
      <ImpactEffects impact={impact} />
    </>
  )
}

/** Users who gain and lose access, what they keep, and high-risk permissions. */
export function ImpactEffects({ impact: { gains, losses, kept } }: { impact: Impact }) {
  const risks = riskSentences(PERMISSIONS.filter((each) => gains.some(({ name }) => name === each)))
  return (
    <>
      {effectGroups(gains).map((group) => (
        <Group key={keyOf(group)} group={group} way="gain" />
      ))}
      {effectGroups(losses).map((group) => (
        <Group key={keyOf(group)} group={group} way="lose" />
      ))}
      {kept.length > 0 && (
        <div className={css.kept}>
          <p>Unchanged for users who have it another way:</p>
          <ul>
            {keptGroups(kept).map((group) => (
              <Kept key={`${group.direction} ${group.names.join()} ${group.policies.join()}`} {...group} />
            ))}
          </ul>
        </div>
      )}
      {risks.length > 0 && <RiskSentences risks={risks} />}
    </>
  )
}

const keyOf = ({ effects }: EffectGroup) => effects.map(({ name }) => name).join()

function describeConcerned(noun: 'role' | 'policy', count: number): string {
  if (count === 0) return `No user has this ${noun}.`
  return count === 1
    ? `Calculated for the one user who has this ${noun}.`
    : `Calculated for all ${plural(count, 'user')} who have this ${noun}.`
}

type GroupProps = { group: EffectGroup; way: 'gain' | 'lose' }

function Group({ group: { effects, userCount, users }, way }: GroupProps) {
  const isOne = userCount === 1
  const verb = way === 'gain' ? (isOne ? 'gains' : 'gain') : isOne ? 'loses' : 'lose'
  return (
    <section className={css.group}>
      <h4 data-way={way}>
        {plural(userCount, 'user')} {verb}
      </h4>
      <ul className={css.names}>
        {effects.map(({ name, type, label }) => (
          <li key={name}>
            {type === 'module' ? (
              <>module {label}</>
            ) : (
              <>
                <code>{name}</code> <span>{label}</span>
              </>
            )}
          </li>
        ))}
      </ul>
      <Users users={users} count={userCount} />
    </section>
  )
}

const FIRST = 5

type UsersProps = { users: EffectGroup['users']; count: number }

/** The first users by name, the others on demand. */
function Users({ users, count }: UsersProps) {
  const rest = users.slice(FIRST)
  const unnamed = count - users.length
  return (
    <>
      <UserNames users={users.slice(0, FIRST)} />
      {rest.length > 0 && (
        <details className={css.more}>
          <summary>and {plural(count - FIRST, 'more user')}</summary>
          <UserNames users={rest} />
          {unnamed > 0 && <p className={css.quiet}>and {plural(unnamed, 'other')}</p>}
        </details>
      )}
    </>
  )
}

function UserNames({ users }: Pick<UsersProps, 'users'>) {
  return (
    <ul className={css.users}>
      {users.map(({ id, name }) => (
        <li key={id}>
          <span className={css.avatar} aria-hidden="true">
            {initials(name)}
          </span>
          {name}
        </li>
      ))}
    </ul>
  )
}

function initials(name: string): string {
  const words = name.split(' ')
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => word?.charAt(0) ?? '')
    .join('')
    .toUpperCase()
}

function Kept({ direction, names, users, more, policies }: KeptGroup) {
  const people = [...users.map(({ name }) => name), ...(more > 0 ? [plural(more, 'other')] : [])]
  const isOne = users.length + more === 1
  const verb = direction === 'lost' ? (isOne ? 'keeps' : 'keep') : isOne ? 'has' : 'have'
  return (
    <li>
      {listed(people)} {verb}{' '}
      {names.map((name, index) => (
        <span key={name}>
          {index > 0 && ', '}
          <code>{name}</code>
        </span>
      ))}
      {direction === 'gained' && ' already'}
      {policies.length > 0 && `, by ${listed(policies)}`}.
    </li>
  )
}

function listed(items: readonly string[]): string {
  return items.length > 1 ? `${items.slice(0, -1).join(', ')} and ${items.at(-1)}` : (items[0] ?? '')
}

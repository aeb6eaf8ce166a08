import type { Impact } from '@backoffice/contract/endpoints/explain'
import type { UseQueryResult } from '@tanstack/react-query'
import { useId } from 'react'
import { ErrorNotice } from '../kit/error-notice.tsx'
import { plural } from '../kit/format-number.ts'
import { Badge } from '../ui/badge.tsx'
import { formatNumber } from '../ui/format-number.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import css from './impact-panel.module.css'

type Props = {
  /** Undefined while nothing changes. */
  impact: Pick<UseQueryResult<Impact>, 'data' | 'error' | 'isFetching' | 'refetch'> | undefined
}

/** Who gains and who loses what by saving a role or a policy. */
export function ImpactPanel({ impact }: Props) {
  const id = useId()
  return (
    <aside className={css.side} aria-labelledby={id}>
      <h3 id={id}>What saving changes</h3>
      <div role="status" aria-busy={impact?.isFetching ?? false}>
        {!impact ? (
          <p className={css.quiet}>Nothing yet: nobody gains or loses anything.</p>
        ) : impact.data ? (
          <Effects impact={impact.data} />
        ) : impact.error ? (
          <ErrorNotice
            what="The effect"
            error={impact.error}
            busy={impact.isFetching}
            onRetry={() => void impact.refetch()}
          />
        ) : (
          <Skeleton width="100%" height={120} />
        )}
      </div>
    </aside>
  )
}

function Effects({ impact: { user_count, gains, losses, kept } }: { impact: Impact }) {
  return (
    <>
      <p className={css.quiet}>
        {user_count === 0
          ? 'Nobody has it yet.'
          : `Worked out for ${plural(user_count, 'user who has it', 'users who have it')}.`}
      </p>
      {user_count > 0 && gains.length + losses.length === 0 && <p>Nobody gains or loses anything.</p>}
      {gains.map((effect) => (
        <EffectOf key={effect.name} effect={effect} tone="gain" />
      ))}
      {losses.map((effect) => (
        <EffectOf key={effect.name} effect={effect} tone="loss" />
      ))}
      {kept.map(({ name, direction, user_count: count, users }) => (
        <p key={`${direction} ${name}`} className={css.quiet}>
          {direction === 'lost' ? 'Kept otherwise' : 'Held already'}: <code>{name}</code>, by{' '}
          {users.map((user) => `${user.name} (${user.by.join(', ')})`).join(', ')}
          {count > users.length && ` and ${formatNumber(count - users.length)} more`}.
        </p>
      ))}
    </>
  )
}

type EffectProps = { effect: Impact['gains'][number]; tone: 'gain' | 'loss' }

function EffectOf({ effect: { name, label, type, risk, user_count, users }, tone }: EffectProps) {
  const verb = tone === 'gain' ? ['gains', 'gain'] : ['loses', 'lose']
  return (
    <section className={css.effect}>
      <h4 data-tone={tone}>
        {plural(user_count, `user ${verb[0]}`, `users ${verb[1]}`)}{' '}
        {type === 'module' ? `the module ${label}` : <code>{name}</code>}
      </h4>
      {type === 'permission' && <p className={css.quiet}>May {label}.</p>}
      {risk === 'HIGH' && tone === 'gain' && <Badge tone="warn">High risk</Badge>}
      <ul>
        {users.map((user) => (
          <li key={user.id}>{user.name}</li>
        ))}
        {user_count > users.length && <li>and {formatNumber(user_count - users.length)} more</li>}
      </ul>
    </section>
  )
}

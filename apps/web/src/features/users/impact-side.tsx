import { isPermission, RESOURCES, resourceOf } from '@backoffice/contract/access'
import type { Impact } from '@backoffice/contract/explain'
import { useId } from 'react'
import { ErrorNotice } from '../../kit/feedback/error-notice.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { actionLabel } from '../access/matrix-rows.ts'
import type { ImpactState } from '../access/use-access-form.ts'
import css from './impact-side.module.css'

type Props = {
  name: string
  state: ImpactState
}

/** Impact of a change on one user. */
export function ImpactSide({ name, state: { impact, isCurrent, error, isFetching, refetch } }: Props) {
  const id = useId()
  return (
    <aside className={css.side} aria-labelledby={id}>
      <h3 id={id}>Impact</h3>
      <div role="status" aria-busy={isFetching}>
        {error ? (
          <ErrorNotice what="The impact" error={error} busy={isFetching} onRetry={refetch} />
        ) : impact ? (
          <div className={css.effect} data-stale={!isCurrent || undefined}>
            <Effects name={name} impact={impact} />
          </div>
        ) : (
          <Skeleton width="100%" height={120} />
        )}
      </div>
    </aside>
  )
}

function Effects({ name, impact: { gains, losses, kept } }: { name: string; impact: Impact }) {
  if (gains.length + losses.length + kept.length === 0)
    return <p className={css.quiet}>{name} keeps the same access.</p>
  return (
    <>
      <EffectList title={`${name} gains`} tone="gain" effects={gains} />
      <EffectList title={`${name} loses`} tone="loss" effects={losses} />
      {kept.map((each) => (
        <p key={`${each.direction} ${each.name}`} className={css.quiet}>
          <code>{each.name}</code> {each.direction === 'lost' ? 'stays' : 'is already granted'}
          {each.users[0] && each.users[0].by.length > 0 && `, by ${each.users[0].by.join(', ')}`}.
        </p>
      ))}
    </>
  )
}

type ListProps = { title: string; tone: 'gain' | 'loss'; effects: Impact['gains'] }

/** Modules, then one line of actions per resource. */
function EffectList({ title, tone, effects }: ListProps) {
  if (effects.length === 0) return null
  const modules = effects.filter(({ type }) => type === 'module')
  const permissions = effects.flatMap(({ name, risk }) => (isPermission(name) ? [{ name, risk }] : []))
  const resources = [...Map.groupBy(permissions, ({ name }) => resourceOf(name))]
  return (
    <section className={css.effects}>
      <h4 data-tone={tone}>{title}</h4>
      <ul>
        {modules.map(({ name, label }) => (
          <li key={name}>
            Module <strong>{label}</strong>
          </li>
        ))}
        {resources.map(([resource, own]) => (
          <li key={resource}>
            <strong>{RESOURCES[resource].label}</strong>{' '}
            {own.map(({ name }) => actionLabel(name.slice(resource.length + 1)).toLowerCase()).join(', ')}{' '}
            {tone === 'gain' && own.some(({ risk }) => risk === 'HIGH') && (
              <Badge tone="warn">High risk</Badge>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

import { Icon } from '../ui/icon.tsx'
import type { Explained } from './access-queries.ts'
import css from './explainer.module.css'

/** What allows something, or what is missing and who could give it. */
export function Explanation({ explained }: { explained: Explained }) {
  const { allowed } = explained
  return (
    <div className={css.answer} data-allowed={allowed || undefined}>
      {allowed ? <Allowed {...explained} /> : <Refused {...explained} />}
    </div>
  )
}

function Allowed({ role, origins, module }: Explained) {
  return (
    <>
      {origins.map((origin, at) => (
        <p key={`${origin.via} ${origin.policy.id} ${origin.statement}`} className={css.origin}>
          {at === 0 ? (
            <strong className={css.verdict}>
              <Icon name="check" /> Allowed
            </strong>
          ) : (
            <span>and</span>
          )}
          <span>by</span>
          <Origin origin={origin} role={role.name} />
        </p>
      ))}
      <p className={css.note}>
        The role has the module {module.name}, which this needs.
        {origins.length === 1 && ' Nothing else that was given allows it.'}
      </p>
    </>
  )
}

type OriginProps = { origin: Explained['origins'][number]; role: string }

function Origin({ origin: { via, policy, statement }, role }: OriginProps) {
  return (
    <>
      {via === 'role' && (
        <>
          <span>
            role <strong>{role}</strong>
          </span>
          <Arrow />
        </>
      )}
      <span>
        {via === 'extra' && 'extra '}policy <strong>{policy.name}</strong>
      </span>
      <Arrow />
      <span>
        statement <code>{statement}</code>
      </span>
    </>
  )
}

function Arrow() {
  return (
    <span className={css.arrow} aria-hidden="true">
      →
    </span>
  )
}

function Refused(explained: Explained) {
  const { is_active, module, origins, role, permission, roles_with_it, can_be_given_by } = explained
  const isGiven = module.held && origins.length > 0
  return (
    <>
      <p className={css.origin}>
        <strong className={css.verdict}>
          <Icon name="close" /> Not allowed
        </strong>
        {!is_active && <span>because the user is disabled: until enabled, nothing is allowed.</span>}
      </p>
      {!module.held && (
        <p>
          The role <strong>{role.name}</strong> is without the module <strong>{module.name}</strong>.
        </p>
      )}
      {origins.length === 0 && (
        <p>
          No policy of the role <strong>{role.name}</strong> and no extra policy has a statement for{' '}
          <code>{permission}</code>.
        </p>
      )}
      {!module.held &&
        origins.map((origin) => (
          <p key={`${origin.via} ${origin.policy.id} ${origin.statement}`} className={css.origin}>
            <span>The action itself is allowed by</span>
            <Origin origin={origin} role={role.name} />
          </p>
        ))}
      {!isGiven && (
        <p className={css.note}>
          {roles_with_it.length > 0 && `Roles that allow it: ${names(roles_with_it)}. `}
          {can_be_given_by.length > 0
            ? `It can be given by ${names(can_be_given_by)}.`
            : 'No active user can give it.'}
        </p>
      )}
    </>
  )
}

const names = (items: readonly { name: string }[]) => items.map(({ name }) => name).join(', ')

import { formatDateTime } from '../../kit/format/format-time.ts'
import { Icon } from '../../ui/icon.tsx'
import type { ExplainReply } from './access-queries.ts'
import css from './explainer.module.css'

/** The policies that allow a permission, or the missing parts and the users who could grant it. */
export function Explanation({ explained }: { explained: ExplainReply }) {
  const { allowed } = explained
  return (
    <div className={css.verdictBox} data-allowed={allowed || undefined}>
      {allowed ? <Allowed {...explained} /> : <Refused {...explained} />}
    </div>
  )
}

function Allowed({ role, origins, module }: ExplainReply) {
  return (
    <>
      {origins.map((origin, index) => (
        <p key={`${origin.via} ${origin.policy.id} ${origin.statement}`} className={css.origin}>
          {index === 0 ? (
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
        {module.until === null ? 'The role includes' : 'Temporary access includes'} the required module{' '}
        {module.name}
        {module.until !== null && ` until ${formatDateTime(module.until)}`}.
        {origins.length === 1 && ' No other role or policy grants this.'}
      </p>
    </>
  )
}

type OriginProps = { origin: ExplainReply['origins'][number]; role: string }

function Origin({ origin: { via, policy, statement, until }, role }: OriginProps) {
  return (
    <>
      {via === 'role' && (
        <>
          <span>
            {until !== null && 'temporary '}role <strong>{role}</strong>
          </span>
          <Arrow />
        </>
      )}
      <span>
        {via === 'extra' && (until === null ? 'extra ' : 'temporary ')}policy <strong>{policy.name}</strong>
      </span>
      <Arrow />
      <span>
        statement <code>{statement}</code>
      </span>
      {until !== null && <span>until {formatDateTime(until)}</span>}
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

function Refused(explained: ExplainReply) {
  const { is_active, module, origins, role, permission, roles_with_it, can_be_given_by } = explained
  const isGranted = module.held && origins.length > 0
  return (
    <>
      <p className={css.origin}>
        <strong className={css.verdict}>
          <Icon name="close" /> Not allowed
        </strong>
        {!is_active && <span>because the user is disabled. Disabled users have no access.</span>}
      </p>
      {!module.held && (
        <p>
          The role <strong>{role.name}</strong> doesn’t include the module <strong>{module.name}</strong>.
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
      {!isGranted && (
        <p className={css.note}>
          {roles_with_it.length > 0 && `Roles that allow it: ${names(roles_with_it)}. `}
          {can_be_given_by.length > 0
            ? `It can be granted by ${names(can_be_given_by)}.`
            : 'No active user can grant it.'}
        </p>
      )}
    </>
  )
}

const names = (items: readonly { name: string }[]) => items.map(({ name }) => name).join(', ')

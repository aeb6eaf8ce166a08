import type { Permission } from '@backoffice/contract/access'
import { explain, type Grants } from '@backoffice/contract/grants'
import { useId, useState } from 'react'
import { Icon } from '../ui/icon.tsx'
import css from './explainer.module.css'
import { PermissionSelect } from './permission-select.tsx'

type Props = {
  /** A role with what is chosen in its form, or a policy as the only one of a role with all modules. */
  grants: Grants
  of: 'role' | 'policy'
}

/** "Can holders of this role export files?", answered with the policy and statement that decide. */
export function GrantsExplainer({ grants, of }: Props) {
  const id = useId()
  const [asked, setAsked] = useState<Permission>('inquiry:run')
  const { allowed, module, origins } = explain(grants, asked)
  return (
    <section className={css.small} aria-labelledby={id}>
      <h3 id={id}>{of === 'role' ? 'Can holders of this role' : 'Does this policy allow to'}</h3>
      <div className={css.question}>
        <PermissionSelect asked={asked} onAsk={setAsked} />
        <strong>?</strong>
      </div>
      <div role="status" className={css.answer} data-allowed={allowed}>
        <p className={css.origin}>
          <strong className={css.verdict}>
            <Icon name={allowed ? 'check' : 'close'} /> {allowed ? 'Allowed' : 'Not allowed'}
          </strong>
        </p>
        {allowed &&
          origins.map(({ policy, statement }) => (
            <p key={`${policy.id} ${statement}`}>
              {of === 'role' && (
                <>
                  by policy <strong>{policy.name}</strong>,{' '}
                </>
              )}
              {of === 'policy' && 'by '}statement <code>{statement}</code>
            </p>
          ))}
        {allowed && of === 'policy' && <p className={css.note}>In roles with the module {module.name}.</p>}
        {origins.length === 0 && (
          <p>
            {of === 'role' ? 'None of its policies has a statement for' : 'It has no statement for'}{' '}
            <code>{asked}</code>.
          </p>
        )}
        {!module.held && (
          <p>
            It is without the module <strong>{module.name}</strong>
            {origins.length > 0 && ', though a policy has the action'}.
          </p>
        )}
      </div>
    </section>
  )
}

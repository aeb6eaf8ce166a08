import {
  type Permission,
  permissionsOf,
  RESOURCES,
  type Resource,
  resourceOf,
} from '@backoffice/contract/access'
import { explain, type Grants } from '@backoffice/contract/grants'
import { elementAt, isKeyOf, keysOf } from '@backoffice/contract/objects'
import { type ReactNode, useId, useState } from 'react'
import fieldCss from '../../ui/field.module.css'
import { Icon } from '../../ui/icon.tsx'
import css from './explainer.module.css'
import { actionLabel } from './matrix-rows.ts'

type Props = {
  /** Grants of the form; a policy counts as the only one of a role with all modules. */
  grants: Grants
  noun: 'role' | 'policy'
}

/** "For files, is export allowed?" with the deciding policy and statement. */
export function GrantsExplainer({ grants, noun }: Props) {
  const id = useId()
  const [selected, setSelected] = useState<Permission>('inquiry:run')
  const { allowed, module, origins } = explain(grants, selected)
  return (
    <section className={css.small} aria-labelledby={id}>
      <h3 id={id}>Check what this {noun} allows</h3>
      <div className={css.question}>
        <strong>For</strong>
        <PermissionSelect selected={selected} onSelect={setSelected}>
          <strong>is</strong>
        </PermissionSelect>
        <strong>allowed?</strong>
      </div>
      <div role="status" className={css.verdictBox} data-allowed={allowed}>
        <p className={css.origin}>
          <strong className={css.verdict}>
            <Icon name={allowed ? 'check' : 'close'} /> {allowed ? 'Allowed' : 'Not allowed'}
          </strong>
        </p>
        {allowed &&
          origins.map(({ policy, statement }) => (
            <p key={`${policy.id} ${statement}`}>
              {noun === 'role' && (
                <>
                  by policy <strong>{policy.name}</strong>,{' '}
                </>
              )}
              {noun === 'policy' && 'by '}statement <code>{statement}</code>
            </p>
          ))}
        {allowed && noun === 'policy' && (
          <p className={css.note}>In roles that include the module {module.name}.</p>
        )}
        {origins.length === 0 && (
          <p>
            {noun === 'role' ? 'None of its policies has a statement for' : 'It has no statement for'}{' '}
            <code>{selected}</code>.
          </p>
        )}
        {!module.held && (
          <p>
            It doesn’t include the module <strong>{module.name}</strong>
            {origins.length > 0 && ', although a policy allows the action'}.
          </p>
        )}
      </div>
    </section>
  )
}

type PermissionSelectProps = {
  selected: Permission
  onSelect: (permission: Permission) => void
  /** Words between the resource and the action. */
  children: ReactNode
}

const ALL = keysOf(RESOURCES)

/** Selects a resource, then one of its actions. */
export function PermissionSelect({ selected, onSelect, children }: PermissionSelectProps) {
  const resource = resourceOf(selected)
  const actions: readonly string[] = RESOURCES[resource].actions
  const action = selected.slice(resource.length + 1)

  /** Keeps the action if the resource has it. */
  function select(nextResource: Resource, preferredAction: string) {
    const offered = permissionsOf(nextResource)
    const preferred = offered.find((each) => each === `${nextResource}:${preferredAction}`)
    onSelect(preferred ?? elementAt(offered, 0))
  }

  return (
    <>
      <select
        className={fieldCss.control}
        aria-label="Resource"
        value={resource}
        onChange={({ target }) => isKeyOf(RESOURCES, target.value) && select(target.value, action)}
      >
        {ALL.map((each) => (
          <option key={each} value={each}>
            {RESOURCES[each].label.toLowerCase()}
          </option>
        ))}
      </select>
      {children}
      <select
        className={fieldCss.control}
        aria-label="Action"
        value={action}
        onChange={({ target }) => select(resource, target.value)}
      >
        {actions.map((each) => (
          <option key={each} value={each}>
            {actionLabel(each).toLowerCase()}
          </option>
        ))}
      </select>
    </>
  )
}

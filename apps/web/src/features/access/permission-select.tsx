import {
  type Permission,
  permissionsOf,
  RESOURCES,
  type Resource,
  resourceOf,
} from '@backoffice/contract/access'
import { elementAt, isKeyOf, keysOf } from '@backoffice/contract/objects'
import type { ReactNode } from 'react'
import fieldCss from '../../ui/field.module.css'
import { actionLabel } from './matrix-rows.ts'

type Props = {
  selected: Permission
  onSelect: (permission: Permission) => void
  /** Words between the resource and the action. */
  children: ReactNode
}

const ALL = keysOf(RESOURCES)

/** Selects a resource, then one of its actions. */
export function PermissionSelect({ selected, onSelect, children }: Props) {
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

import {
  type Permission,
  permissionsOf,
  RESOURCES,
  type Resource,
  resourceOf,
} from '@backoffice/contract/access'
import { elementAt, isKeyOf, keysOf } from '@backoffice/contract/objects'
import fieldCss from '../ui/field.module.css'
import { actionLabel } from './matrix-rows.ts'

type Props = { selected: Permission; onSelect: (permission: Permission) => void }

const ALL = keysOf(RESOURCES)

/** Selects an action and its resource. */
export function PermissionSelect({ selected, onSelect }: Props) {
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
    </>
  )
}

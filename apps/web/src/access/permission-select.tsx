import { type Permission, RESOURCES, type Resource, resourceOf } from '@backoffice/contract/access'
import { keysOf } from '@backoffice/contract/objects'
import fieldCss from '../ui/field.module.css'
import { actionLabel } from './matrix-rows.ts'

type Props = { selected: Permission; onSelect: (permission: Permission) => void }

const ALL = keysOf(RESOURCES)

/** Selects an action and its resource. */
export function PermissionSelect({ selected, onSelect }: Props) {
  const resource = resourceOf(selected)
  const actions: readonly string[] = RESOURCES[resource].actions
  const action = selected.slice(resource.length + 1)

  function select(nextResource: Resource, preferredAction: string) {
    const offered: readonly string[] = RESOURCES[nextResource].actions
    const nextAction = offered.includes(preferredAction) ? preferredAction : offered[0]
    // Both parts come from the table of permissions.
    onSelect(`${nextResource}:${nextAction}` as Permission)
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
        // The option values are resources.
        onChange={({ target }) => select(target.value as Resource, action)}
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

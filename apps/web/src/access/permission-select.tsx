import { type Permission, RESOURCES, type Resource, resourceOf } from '@backoffice/contract/access'
import { keysOf } from '@backoffice/contract/objects'
import fieldCss from '../ui/field.module.css'
import { actionLabel } from './matrix-rows.ts'

type Props = { asked: Permission; onAsk: (permission: Permission) => void }

// The resources of the table are its keys.
const ALL = keysOf(RESOURCES)

/** An action and what it is done to. */
export function PermissionSelect({ asked, onAsk }: Props) {
  const resource = resourceOf(asked)
  const actions: readonly string[] = RESOURCES[resource].actions
  const action = asked.slice(resource.length + 1)

  function ask(nextResource: Resource, wanted: string) {
    const offered: readonly string[] = RESOURCES[nextResource].actions
    const nextAction = offered.includes(wanted) ? wanted : offered[0]
    // Both parts come from the table of permissions.
    onAsk(`${nextResource}:${nextAction}` as Permission)
  }

  return (
    <>
      <select
        className={fieldCss.control}
        aria-label="Action"
        value={action}
        onChange={({ target }) => ask(resource, target.value)}
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
        // The values of its options are resources.
        onChange={({ target }) => ask(target.value as Resource, action)}
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

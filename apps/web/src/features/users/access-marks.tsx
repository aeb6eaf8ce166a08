import type { conflictsOf } from '@backoffice/contract/exceeding'
import { PERMISSION_LABELS } from '@backoffice/contract/permission-labels'
import { DORMANT_DAYS } from '@backoffice/contract/users'
import { Notice } from '../../ui/notice.tsx'

type Props = { name: string; isDormant: boolean; conflicts: ReturnType<typeof conflictsOf> }

/** Warns about the access of a dormant user, and about permissions that one person should not both have. */
export function AccessMarks({ name, isDormant, conflicts }: Props) {
  return (
    <>
      {isDormant && (
        <Notice tone="warn" title="Dormant">
          No sign-in for {DORMANT_DAYS} days. Disable the account if it is no longer needed.
        </Notice>
      )}
      {conflicts.length > 0 && (
        <Notice tone="warn" title="Conflicting permissions">
          {conflicts.map((pair) => (
            <p key={pair.join()}>
              {name} can both {pair.map((each) => PERMISSION_LABELS[each]).join(' and ')} (
              {pair.map((each, index) => (
                <span key={each}>
                  {index > 0 && ', '}
                  <code>{each}</code>
                </span>
              ))}
              ).
            </p>
          ))}
        </Notice>
      )}
    </>
  )
}

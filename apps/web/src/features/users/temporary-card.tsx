import { EXCEEDS_CALLER } from '@backoffice/contract/exceeding'
import type { UserDetail } from '@backoffice/contract/users'
import { userEndpoints } from '@backoffice/contract/users'
import { PermissionGate } from '../../kit/access/permission-gate.tsx'
import { ConfirmButton } from '../../kit/feedback/confirm-button.tsx'
import { toastFailed } from '../../kit/feedback/toast.ts'
import { useWrite } from '../../kit/form/use-write.ts'
import { call } from '../../net/call.ts'
import { useUser } from '../../session/store.ts'
import { Card } from '../../ui/card.tsx'
import { nameOfAccess, TemporaryAccess } from '../access/temporary-access.tsx'
import { fullName } from './user-words.ts'
import { refreshUsers, storeUser } from './users-queries.ts'

type Grant = UserDetail['grants']['temporary'][number]

/** Temporary access of a user, with a control that ends it now. */
export function TemporaryCard({ user }: { user: UserDetail }) {
  return (
    <Card title="Temporary access">
      <TemporaryAccess
        items={user.grants.temporary}
        actionOf={(grant) => <EndNow user={user} grant={grant} />}
      />
    </Card>
  )
}

const OWN_ACCESS = 'You can’t end your own access. Ask another administrator.'

function EndNow({ user, grant }: { user: UserDetail; grant: Grant }) {
  const isOwn = useUser().email === user.email
  const [name, what] = [fullName(user), nameOfAccess(grant)]
  const end = useWrite({
    run: () => call(userEndpoints.endAccess, { params: { id: user.id, access_id: grant.id } }),
    successText: `${what} of ${name} ended`,
    store: storeUser,
    refresh: refreshUsers,
    showsError: true,
  })
  const denial = isOwn ? OWN_ACCESS : user.exceeds.manage && EXCEEDS_CALLER
  return (
    <PermissionGate permission="user:update">
      <ConfirmButton
        {...(denial && { 'aria-disabled': true, onClick: () => toastFailed(denial) })}
        variant="plain"
        title={`End ${name}’s temporary ${grant.role ? 'role' : 'policy'} ${what} now?`}
        message={
          grant.role
            ? 'They lose this access immediately and have their permanent role again. Unsaved changes may be lost.'
            : 'They lose this access immediately. Unsaved changes may be lost.'
        }
        yes="End now"
        write={end}
      >
        End now
        <span className="visually-hidden"> {what}</span>
      </ConfirmButton>
    </PermissionGate>
  )
}

import { useQuery } from '@tanstack/react-query'
import { sessionsQuery } from '../../api/account.ts'
import { wordsOf } from '../../api/failure.ts'
import { ConfirmButton } from '../../kit/confirm-button.tsx'
import { Failed } from '../../kit/failed.tsx'
import { useAction } from '../../kit/use-action.ts'
import { signOutEverywhere } from '../../session/session.ts'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import css from './account.module.css'
import { SessionRow } from './session-row.tsx'
import list from './sessions.module.css'

/** Where one is signed in, and a way out of each and of all. */
export function SessionsCard() {
  const { data, error, refetch } = useQuery(sessionsQuery)
  return (
    <Card title="Where you are signed in">
      <div className={css.body}>
        {data ? (
          data.is_available ? (
            <ul className={list.sessions}>
              {data.items.map((session) => (
                <SessionRow key={session.id} session={session} />
              ))}
            </ul>
          ) : (
            <p className={css.words}>
              The identity provider keeps no list of where you are signed in. All of it can be ended at once.
            </p>
          )
        ) : error ? (
          <Failed what="The list" error={error} onRetry={() => void refetch()} />
        ) : (
          <div className={list.sessions}>
            <Skeleton width="60%" height={36} />
            <Skeleton width="60%" height={36} />
          </div>
        )}
        <SignOutEverywhere />
      </div>
    </Card>
  )
}

/** Also where the list did not come: it is what one wants when something is wrong. */
function SignOutEverywhere() {
  const leave = useAction(signOutEverywhere, { inDialog: true })
  return (
    <ConfirmButton
      title="Sign out everywhere?"
      words="Every browser you are signed in with is signed out, this one too. What is not saved there is lost."
      yes="Sign out everywhere"
      no="Stay signed in"
      busy={leave.isPending}
      problem={leave.error ? wordsOf(leave.error) : undefined}
      onAsk={leave.reset}
      onYes={() => leave.mutate()}
    >
      Sign out everywhere
    </ConfirmButton>
  )
}

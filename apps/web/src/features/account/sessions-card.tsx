import { browserName } from '@backoffice/contract/browser-name'
import { useQuery } from '@tanstack/react-query'
import { ConfirmButton } from '../../kit/feedback/confirm-button.tsx'
import { ErrorNotice, useLastingError } from '../../kit/feedback/error-notice.tsx'
import { confirmAndSignOut } from '../../kit/form/unsaved-changes.ts'
import { useWrite } from '../../kit/form/use-write.ts'
import { whenInSentence } from '../../kit/format/format-time.ts'
import { signOutEverywhere } from '../../session/sign-out.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import css from './account.module.css'
import { endOwnSession, type OwnSession, reloadSessions, sessionsQuery } from './account-security.ts'
import list from './sessions.module.css'

/** Sessions of the user, which can be ended one by one or all at once. */
export function SessionsCard() {
  const { data, error, isFetching, refetch } = useQuery(sessionsQuery)
  const trouble = useLastingError({ error, data })
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
              The identity provider doesn’t list your sessions. You can end all of them at once.
            </p>
          )
        ) : trouble ? (
          <ErrorNotice what="The list" error={trouble} busy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <div className={list.sessions}>
            <Skeleton width="60%" height={36} />
            <Skeleton width="60%" height={36} />
          </div>
        )}
        {/* Available even if the list fails to load. */}
        <SignOutEverywhere />
      </div>
    </Card>
  )
}

function SessionRow({ session }: { session: OwnSession }) {
  const { created_at, last_used_at, user_agent, is_current } = session
  const end = useWrite({
    run: () => endListedSession(session),
    showsError: true,
    ...(!is_current && { successText: 'Session ended', store: () => void reloadSessions() }),
  })
  const browser = browserName(user_agent)
  const question = is_current
    ? { title: 'End this session?', message: 'This is the session of this browser. You will be signed out.' }
    : {
        title: 'End this session?',
        message: `${browser}, signed in ${whenInSentence(created_at)}, will be signed out. Unsaved changes there will be lost.`,
      }
  return (
    <li className={list.session}>
      <div className={list.about}>
        <div className={list.browser}>
          <strong>{browser}</strong>
          {is_current && <Badge tone="ok">This browser</Badge>}
        </div>
        <p className={list.times}>
          Signed in <time dateTime={created_at}>{whenInSentence(created_at)}</time> · last used{' '}
          <time dateTime={last_used_at}>{whenInSentence(last_used_at)}</time>
        </p>
      </div>
      <ConfirmButton {...question} variant="plain" yes="End session" write={end}>
        End session
        <span className="visually-hidden">
          {' '}
          of {browser}, signed in {whenInSentence(created_at)}
        </span>
      </ConfirmButton>
    </li>
  )
}

/** Ending the current session signs out, which also clears the storage. */
async function endListedSession({ id, is_current }: OwnSession): Promise<void> {
  if (is_current) await confirmAndSignOut()
  else await endOwnSession(id)
}

export function SignOutEverywhere() {
  const leave = useWrite({ run: signOutEverywhere, showsError: true })
  return (
    <ConfirmButton
      title="Sign out everywhere?"
      message="You will be signed out of every browser, including this one. Unsaved changes will be lost."
      yes="Sign out everywhere"
      write={leave}
    >
      Sign out everywhere
    </ConfirmButton>
  )
}

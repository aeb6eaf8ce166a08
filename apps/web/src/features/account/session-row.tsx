import { browserName } from '@backoffice/contract/browser-name'
import { ConfirmButton } from '../../kit/feedback/confirm-button.tsx'
import { confirmAndSignOut } from '../../kit/form/unsaved-changes.ts'
import { useWrite } from '../../kit/form/use-write.ts'
import { whenInSentence } from '../../kit/format/format-time.ts'
import { Badge } from '../../ui/badge.tsx'
import { endOwnSession, type OwnSession, reloadSessions } from './account-security.ts'
import css from './sessions.module.css'

export function SessionRow({ session }: { session: OwnSession }) {
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
    <li className={css.session}>
      <div className={css.about}>
        <div className={css.browser}>
          <strong>{browser}</strong>
          {is_current && <Badge tone="ok">This browser</Badge>}
        </div>
        <p className={css.times}>
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

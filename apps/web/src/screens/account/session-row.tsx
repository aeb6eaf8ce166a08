import type { OwnSession } from '../../api/account.ts'
import { ConfirmButton } from '../../kit/confirm-button.tsx'
import { signOutAfterAsking } from '../../kit/leaving.ts'
import { when } from '../../kit/times.ts'
import { useAction } from '../../kit/use-action.ts'
import { Badge } from '../../ui/badge.tsx'
import css from './account.module.css'
import { browserWords } from './browser-words.ts'
import list from './sessions.module.css'

type Props = { session: OwnSession; busy: boolean; onEnd: () => void }

export function SessionRow({ session, busy, onEnd }: Props) {
  const { created_at, last_used_at, user_agent, is_current } = session
  const leave = useAction(signOutAfterAsking)
  const browser = browserWords(user_agent)
  const question = is_current
    ? { title: 'End this session?', words: 'It is the one of this browser: you are signed out here.' }
    : {
        title: 'End this session?',
        words: `${browser}, signed in ${when(created_at)}, is signed out. What is not saved there is lost.`,
      }
  return (
    <li className={list.session}>
      <div className={list.about}>
        <div className={list.browser}>
          <strong>{browser}</strong>
          {is_current && <Badge tone="ok">This browser</Badge>}
        </div>
        <p className={list.times}>
          Signed in <time dateTime={created_at}>{when(created_at)}</time> · last used{' '}
          <time dateTime={last_used_at}>{when(last_used_at)}</time>
        </p>
      </div>
      <ConfirmButton
        {...question}
        yes="End session"
        no="Keep it"
        busy={busy || leave.isPending}
        onYes={() => (is_current ? leave.mutate() : onEnd())}
      >
        End session
        <span className={css.unseen}>
          {' '}
          of {browser}, signed in {when(created_at)}
        </span>
      </ConfirmButton>
    </li>
  )
}

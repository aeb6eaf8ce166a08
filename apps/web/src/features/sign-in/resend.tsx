import { useState } from 'react'
import { resetMessage } from '../../session/messages.ts'
import { requestResetCode } from '../../session/sign-in-on-demand.ts'
import { Button } from '../../ui/button.tsx'
import css from './resend.module.css'
import { useSecondsUntil } from './use-seconds-until.ts'

/** Email takes a while, and a new code invalidates the previous one. */
const WAIT_MS = 60_000

type Props = {
  /** The previous screen sent a code. */
  isSent: boolean
  /** Returns the email, or undefined after showing an error at its field. */
  readEmail: () => string | undefined
  onSent: (sentTo: string) => void
  onFailed: (message: string) => void
}

/** Sends a code, or another one after a wait. */
export function Resend({ isSent, readEmail, onSent, onFailed }: Props) {
  const [sentAtMs, setSentAtMs] = useState(() => (isSent ? Date.now() : 0))
  const [busy, setBusy] = useState(false)
  const seconds = useSecondsUntil(sentAtMs + WAIT_MS)

  async function send() {
    const email = readEmail()
    if (email === undefined) return
    setBusy(true)
    try {
      onSent(await requestResetCode(email))
      setSentAtMs(Date.now())
    } catch (error) {
      onFailed(resetMessage(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className={css.resend}>
      <Button busy={busy} aria-disabled={seconds > 0} onClick={() => void (seconds === 0 && send())}>
        {sentAtMs === 0 ? 'Send code' : 'Send another code'}
      </Button>
      {seconds > 0 && <span className={css.wait}>in {seconds} s</span>}
    </div>
  )
}

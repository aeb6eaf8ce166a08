import { accountEndpoints } from '@backoffice/contract/account'
import { useCallback, useEffect, useState } from 'react'
import { openDialog } from '../../kit/lazy/open-dialog.tsx'
import { errorMessage } from '../../net/api-error.ts'
import { call } from '../../net/call.ts'
import type { Interruption } from '../../net/interruptions.ts'
import { signOut } from '../../session/sign-out.ts'
import { sharePending } from '../../session/token-refresh.ts'
import { Button } from '../../ui/button.tsx'
import { LockOverlay } from '../../ui/lock-overlay.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { LoginCard } from '../sign-in/login-layout.tsx'
import { AuthenticatorSteps } from './authenticator-steps.tsx'
import css from './required-authenticator.module.css'

const TITLE = 'Set up an authenticator'

/** Covers the screen until the authenticator is set up; then the refused calls are repeated and the screen continues. */
export const obtainAuthenticator: Interruption = async () => {
  await askForAuthenticator()
  return {}
}

/** Calls that are refused at the same time share one step. */
const askForAuthenticator = sharePending(() =>
  openDialog<void>((settle) => <RequiredAuthenticator onDone={settle} />),
)

type View =
  | { step: 'checking' }
  | { step: 'failed'; error: unknown }
  | { step: 'set-up'; attempt: number; lost?: string | undefined }

/** The only step open to a user whose role requires an authenticator, until they have one. */
export function RequiredAuthenticator({ onDone }: { onDone: () => void }) {
  const [shown, setShown] = useState<View>({ step: 'checking' })
  const [isLeaving, setLeaving] = useState(false)

  const check = useCallback(async () => {
    try {
      const { has_authenticator, is_required } = await call(accountEndpoints.checkAuthenticator, {})
      if (has_authenticator || !is_required) return onDone()
      setShown((before) => (before.step === 'set-up' ? before : { step: 'set-up', attempt: 1 }))
    } catch (error) {
      setShown((before) => (before.step === 'set-up' ? before : { step: 'failed', error }))
    }
  }, [onDone])

  useEffect(() => {
    void check()
    // It may have been set up in another tab.
    const onVisible = () => document.visibilityState === 'visible' && void check()
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [check])

  async function confirmed() {
    setShown({ step: 'checking' })
    await check()
  }

  function leave() {
    setLeaving(true)
    void signOut()
  }

  return (
    <LockOverlay label={TITLE}>
      <LoginCard>
        <div className={css.inside}>
          <h1>{TITLE}</h1>
          {shown.step === 'checking' && <Skeleton width="100%" height={120} />}
          {shown.step === 'failed' && (
            <Notice
              tone="bad"
              title="Your authenticator could not be checked."
              live
              action={<Button onClick={() => void confirmed()}>Check again</Button>}
            >
              {errorMessage(shown.error)}
            </Notice>
          )}
          {shown.step === 'set-up' && (
            <>
              {shown.lost && (
                <Notice tone="bad" live>
                  {shown.lost}
                </Notice>
              )}
              <AuthenticatorSteps
                key={shown.attempt}
                goal="set-up"
                isReplacing={false}
                isRequired
                label={TITLE}
                onDone={() => void confirmed()}
                onGone={(lost) => setShown({ step: 'set-up', attempt: shown.attempt + 1, lost })}
              >
                Your role requires an authenticator app on your phone. Set one up to continue. Enter your
                password to see its key. Nothing that you entered is lost.
              </AuthenticatorSteps>
            </>
          )}
          <Button variant="quiet" busy={isLeaving} onClick={leave}>
            Sign out
          </Button>
        </div>
      </LoginCard>
    </LockOverlay>
  )
}

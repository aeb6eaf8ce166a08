import { type ComponentType, useEffect, useState } from 'react'
import type { Navigation } from '../../boot/navigation.ts'
import { navigationStarted } from '../../kit/feedback/page-bar.tsx'
import type { Step } from '../../session/identity-library.ts'
import { afterSignIn, safeReturnPath } from '../../session/return-path.ts'
import { preloadSignIn } from '../../session/sign-in-on-demand.ts'
import { syncFromStorage, useSession } from '../../session/store.ts'
import type { SetUpProps } from './authenticator-setup.tsx'
import { CodeForm } from './code-form.tsx'
import { CredentialsForm } from './credentials-form.tsx'
import type { LoginNotice } from './login-form.tsx'
import { LoginLayout } from './login-layout.tsx'
import { NewPasswordForm } from './new-password-form.tsx'

type FormState =
  | { for: 'credentials'; email: string; notice?: LoginNotice }
  | { for: 'new-password'; email: string }
  | { for: 'code'; email: string; textMessageTo?: string }
  | { for: 'set-up'; email: string; secret: string; SetUp: ComponentType<SetUpProps> }

const CHANGED: LoginNotice = { tone: 'ok', message: 'The password was changed. Sign in with it.' }
const UNSUPPORTED =
  'This account uses a sign-in method that is not available here. Ask an access administrator.'

/** Sign-in with all its steps. `?redirect`: path after sign-in. */
export function SignInScreen({ navigation }: { navigation: Navigation }) {
  const { email = '', isPasswordChanged = false } = navigation.state
  const [form, setForm] = useState<FormState>({
    for: 'credentials',
    email,
    ...(isPasswordChanged && { notice: CHANGED }),
  })
  const [attempt, setAttempt] = useState(0)
  useEffect(preloadSignIn, [])
  useLeaveOnceSignedIn()

  function startOver(email: string, message?: string) {
    setForm({ for: 'credentials', email, ...(message && { notice: { tone: 'bad', message } }) })
    setAttempt(attempt + 1)
  }

  async function onStep(step: Step, email: string) {
    // `useLeaveOnceSignedIn` leaves the page.
    if (step === 'signed-in') return
    if (step === 'reset-required') return navigation.navigate('/reset', { email, isResetRequired: true })
    if (step === 'new-password') return setForm({ for: step, email })
    if (step === 'unsupported') return startOver(email, UNSUPPORTED)
    if (typeof step === 'object' && 'authenticatorSecret' in step) {
      // Rarely needed. If loading fails, the current form shows the error.
      const { AuthenticatorSetUp: SetUp } = await import('./authenticator-setup.tsx')
      return setForm({ for: 'set-up', email, secret: step.authenticatorSecret, SetUp })
    }
    setForm({ for: 'code', email, ...(step !== 'authenticator-code' && step) })
  }

  return (
    <LoginLayout>
      {form.for === 'credentials' && (
        <CredentialsForm
          key={attempt}
          email={form.email}
          notice={form.notice}
          onStep={onStep}
          onForgotten={(email) => navigation.setNextState({ email })}
        />
      )}
      {form.for === 'new-password' && (
        <NewPasswordForm
          email={form.email}
          onStep={(step) => onStep(step, form.email)}
          onLost={(message) => startOver(form.email, message)}
        />
      )}
      {form.for === 'code' && (
        <CodeForm
          textMessageTo={form.textMessageTo}
          onStep={(step) => onStep(step, form.email)}
          onLost={(message) => startOver(form.email, message)}
        />
      )}
      {form.for === 'set-up' && (
        <form.SetUp
          email={form.email}
          secret={form.secret}
          onStep={(step) => onStep(step, form.email)}
          onLost={(message) => startOver(form.email, message)}
        />
      )}
    </LoginLayout>
  )
}

/** Leaves the sign-in page after a sign-in in any tab. */
function useLeaveOnceSignedIn() {
  const signedIn = useSession((session) => session.isAuthenticated)
  useEffect(() => {
    if (!signedIn) return
    navigationStarted()
    const returnPath = new URLSearchParams(location.search).get('redirect')
    const { modules } = useSession.getState().auth.userDetails
    location.replace(safeReturnPath(returnPath) ?? afterSignIn(modules))
  }, [signedIn])
  useEffect(() => {
    addEventListener('storage', syncFromStorage)
    return () => removeEventListener('storage', syncFromStorage)
  }, [])
}

import { type ComponentType, useEffect, useState } from 'react'
import type { LoginNotice } from '../../kit/layouts/login-form.tsx'
import { LoginLayout } from '../../kit/layouts/login-layout.tsx'
import { navigationStarted } from '../../kit/loading-bar/navigations.ts'
import type { Navigation } from '../../public/navigation.ts'
import type { Step } from '../../session/identity-library.ts'
import { safeReturnPath } from '../../session/return-path.ts'
import { preloadSignIn } from '../../session/sign-in-on-demand.ts'
import { useSession } from '../../session/store.ts'
import type { SetUpProps } from './authenticator-setup.tsx'
import { CodeForm } from './code-form.tsx'
import { CredentialsForm } from './credentials-form.tsx'
import { NewPasswordForm } from './new-password-form.tsx'

type Asked =
  | { for: 'credentials'; email: string; notice?: LoginNotice }
  | { for: 'new-password'; email: string }
  | { for: 'code'; email: string; textMessageTo?: string }
  | { for: 'set-up'; email: string; secret: string; SetUp: ComponentType<SetUpProps> }

const CHANGED: LoginNotice = { tone: 'ok', words: 'The password was changed. Sign in with it.' }
const UNSUPPORTED =
  'This account uses a sign-in method that is not available here. Ask an access administrator.'

/** Sign-in, and what it asks for besides a password. `?redirect` says where to go afterwards. */
export function SignInScreen({ navigation }: { navigation: Navigation }) {
  const { email = '', isPasswordChanged = false } = navigation.state
  const [asked, setAsked] = useState<Asked>({
    for: 'credentials',
    email,
    ...(isPasswordChanged && { notice: CHANGED }),
  })
  const [beginnings, setBeginnings] = useState(0)
  useEffect(preloadSignIn, [])
  useLeavingOnceSignedIn()

  function startOver(email: string, words?: string) {
    setAsked({ for: 'credentials', email, ...(words && { notice: { tone: 'bad', words } }) })
    setBeginnings(beginnings + 1)
  }

  async function goOn(step: Step, email: string) {
    // The session, once there, leads away.
    if (step === 'signed-in') return
    if (step === 'reset-required') return navigation.navigate('/reset', { email, isResetRequired: true })
    if (step === 'new-password') return setAsked({ for: step, email })
    if (step === 'unsupported') return startOver(email, UNSUPPORTED)
    if (typeof step === 'object' && 'authenticatorSecret' in step) {
      // Few are ever asked for it. Where it cannot be fetched, the form that led here says so.
      const { AuthenticatorSetUp: SetUp } = await import('./authenticator-setup.tsx')
      return setAsked({ for: 'set-up', email, secret: step.authenticatorSecret, SetUp })
    }
    setAsked({ for: 'code', email, ...(step !== 'authenticator-code' && step) })
  }

  return (
    <LoginLayout>
      {asked.for === 'credentials' && (
        <CredentialsForm
          key={beginnings}
          email={asked.email}
          notice={asked.notice}
          onStep={goOn}
          onForgotten={(email) => navigation.setNextState({ email })}
        />
      )}
      {asked.for === 'new-password' && (
        <NewPasswordForm
          email={asked.email}
          onStep={(step) => goOn(step, asked.email)}
          onLost={(words) => startOver(asked.email, words)}
        />
      )}
      {asked.for === 'code' && (
        <CodeForm
          textMessageTo={asked.textMessageTo}
          onStep={(step) => goOn(step, asked.email)}
          onLost={(words) => startOver(asked.email, words)}
        />
      )}
      {asked.for === 'set-up' && (
        <asked.SetUp
          email={asked.email}
          secret={asked.secret}
          onStep={(step) => goOn(step, asked.email)}
          onLost={(words) => startOver(asked.email, words)}
        />
      )}
    </LoginLayout>
  )
}

/** Here or in another tab: whoever is signed in has no business on this screen. */
function useLeavingOnceSignedIn() {
  const signedIn = useSession((session) => session.isAuthenticated)
  useEffect(() => {
    if (!signedIn) return
    navigationStarted()
    const wanted = new URLSearchParams(location.search).get('redirect')
    location.replace(safeReturnPath(wanted) ?? '/operational_dashboard')
  }, [signedIn])
  useEffect(() => {
    const onStorage = () => void useSession.persist.rehydrate()
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  }, [])
}

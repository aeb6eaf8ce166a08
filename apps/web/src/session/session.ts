import { accessEndpoints } from '@backoffice/contract/endpoints/access'
import { call } from '../api/call.ts'
import { nowSeconds } from './clock.ts'
import { needsRenewal, secondsToRenewal } from './due.ts'
import { endSession } from './ending.ts'
import { identity } from './identity.ts'
import type { Step } from './identity-library.ts'
import { keep, renew } from './renewal.ts'
import { useSession } from './store.ts'

export { preloadIdentity } from './identity.ts'

async function loadAccess(): Promise<void> {
  const { modules, policies } = await call(accessEndpoints.getAccessPolicy, {})
  const { auth } = useSession.getState()
  useSession.setState({ auth: { ...auth, userDetails: { ...auth.userDetails, modules, policies } } })
}

let timer: ReturnType<typeof setTimeout> | undefined

function schedule(): void {
  clearTimeout(timer)
  const { isAuthenticated, auth } = useSession.getState()
  if (!isAuthenticated) return
  timer = setTimeout(refresh, secondsToRenewal(auth.tokenExpiration, nowSeconds()) * 1000)
}

/** Renews the token and reads again what its holder may do. */
async function refresh(): Promise<void> {
  const renewal = await renew()
  if (renewal === 'ended') return endSession('expired')
  if (renewal === 'renewed') await loadAccess().catch(() => undefined)
  schedule()
}

/** At load: the session of before, renewed if it is short of time; cleared without a word if it cannot be. */
export async function restore(): Promise<void> {
  const { isAuthenticated, auth } = useSession.getState()
  if (!isAuthenticated) return
  if (needsRenewal(auth.tokenExpiration, nowSeconds())) {
    const renewal = await renew()
    const usable = useSession.getState().auth.tokenExpiration > nowSeconds()
    if (renewal === 'ended' || !usable) return endSession('expired')
  }
  // What was allowed last time is good enough to draw with; the server decides on every call.
  loadAccess().catch(() => undefined)
  schedule()
}

async function enter(): Promise<void> {
  const token = await (await identity()).readToken(false)
  if (!token) throw new Error('The identity provider gave no token.')
  keep(token)
  try {
    await loadAccess()
  } catch (error) {
    endSession('signed-out')
    throw error
  }
  useSession.setState({ isAuthenticated: true })
  schedule()
}

export async function signIn(email: string, password: string): Promise<Step> {
  const step = await (await identity()).startSignIn(email, password)
  if (step === 'signed-in') await enter()
  return step
}

/** Answers the first-time challenge, then signs in with the new password. */
export async function setNewPassword(email: string, password: string): Promise<Step> {
  const library = await identity()
  const step = await library.answerChallenge(password)
  if (step !== 'signed-in') return step
  await library.revoke()
  return signIn(email, password)
}

/** Answers with the code of an authenticator or of a text message. */
export async function answerCode(code: string): Promise<Step> {
  const step = await (await identity()).answerChallenge(code)
  if (step === 'signed-in') await enter()
  return step
}

export async function signOut(): Promise<void> {
  const library = await identity().catch(() => undefined)
  // Without the provider the tokens cannot be revoked; this machine forgets them all the same.
  await library?.revoke().catch(() => undefined)
  endSession('signed-out')
}

/** Other tabs sign in and out too, and a laptop sleeps through its timers. */
export function followSession(): void {
  addEventListener('storage', (event) => {
    if (event.key !== null && event.key !== 'auth') return
    if (localStorage.getItem('auth') === null) endSession('signed-out')
    else void useSession.persist.rehydrate()
  })
  // A tab that slept through a sign-out and a sign-in holds what was fetched for the person before.
  useSession.subscribe(({ auth: { userDetails } }, { auth: { userDetails: before } }) => {
    if (before.email && userDetails.email && before.email !== userDetails.email) location.reload()
  })
  document.addEventListener('visibilitychange', () => {
    const { isAuthenticated, auth } = useSession.getState()
    if (document.hidden || !isAuthenticated) return
    if (needsRenewal(auth.tokenExpiration, nowSeconds())) void refresh()
  })
}

import type { Account } from '../accounts.ts'
import type { Context } from '../context.ts'
import { codeDoesNotEnable, noSoftwareToken, poolWithoutMfa, sessionUsed } from '../errors.ts'
import { type Input, optionalText, readToken, requiredText } from '../input.ts'
import { reportEvent } from '../security-events.ts'
import {
  type AccountState,
  accountOfState,
  openState,
  readSession,
  sealState,
} from '../sign-in/challenge-state.ts'
import { authenticateRecent, startSession } from '../sign-in/sessions.ts'
import { useChallenge } from '../store/challenges.ts'
import { adoptPending, findPending, putPending } from '../store/second-factors.ts'
import { matchingStep, newTotpSecret, toBase32 } from './totp.ts'

/** Issues a secret that takes effect with its first code; the current one stays valid until then. */
export async function associateSoftwareToken(context: Context, input: Input): Promise<object> {
  if (context.mfa === 'off') throw poolWithoutMfa()
  const { account, duringSignIn } = await setUpAccount(context, input)
  const secret = newTotpSecret()
  const sealed = context.keyring.seal('totp-secret', account.sub, secret)
  const expiresAt = context.after(context.lifetimes.authenticatorSetUpMs)
  await putPending(context.pool, account.sub, sealed, expiresAt)
  return {
    SecretCode: toBase32(secret),
    ...(duringSignIn && { Session: sealState(context, 'mfa-setup-challenge', stateOf(account)) }),
  }
}

/** Wrong codes do not lock the account, because the caller knows the secret. */
export async function verifySoftwareToken(context: Context, input: Input): Promise<object> {
  const code = requiredText(input, 'UserCode', 64)
  const { account, duringSignIn } = await setUpAccount(context, input)
  const sealed = await findPending(context.pool, account.sub, context.now())
  const secret = sealed && context.keyring.open('totp-secret', account.sub, sealed)
  if (!secret) throw noSoftwareToken()
  const step = matchingStep(secret, code, context.clock(), -1)
  if (typeof step !== 'number') throw codeDoesNotEnable()
  const adopted = await adoptPending(context.pool, account.sub, { secret: sealed, step, duringSignIn })
  if (!adopted) throw noSoftwareToken()
  reportEvent(context, 'authenticator-set-up', account)
  return {
    Status: 'SUCCESS',
    ...(duringSignIn && { Session: sealState(context, 'mfa-set-up', stateOf(account)) }),
  }
}

/** Last step of a sign-in that sets up an authenticator. Its session proves that a code was right. */
export async function finishSetUp(context: Context, input: Input): Promise<object> {
  const session = readSession(input)
  const state = openState<AccountState>(context, 'mfa-set-up', session)
  if (!(await useChallenge(context.pool, session, state.expiresAt))) throw sessionUsed()
  const account = await accountOfState(context, state)
  return { ChallengeParameters: {}, AuthenticationResult: await startSession(context, account) }
}

/** The account of the access token, or of a sign-in that requires the set-up. */
async function setUpAccount(
  context: Context,
  input: Input,
): Promise<{ account: Account; duringSignIn: boolean }> {
  if (optionalText(input, 'AccessToken', 4096)) {
    const account = await authenticateRecent(context, readToken(input, 'AccessToken'))
    return { account, duringSignIn: false }
  }
  const state = openState<AccountState>(context, 'mfa-setup-challenge', readSession(input))
  return { account: await accountOfState(context, state), duringSignIn: true }
}

function stateOf({ sub, generation }: Account): AccountState {
  return { sub, generation }
}

import type { Account } from '../accounts.ts'
import type { Context } from '../context.ts'
import { notAuthorized, resetRequired, userIsDisabled } from '../errors.ts'
import { secondFactorChallenge } from '../second-factor/challenge.ts'
import { type AccountState, sealState } from './challenge-state.ts'
import { startSession } from './sessions.ts'

/**
 * The step after a right password: a further challenge or the tokens. No earlier step reveals the state of the
 * account, so only a client that knows the password learns it.
 */
export async function finishSignIn(context: Context, account: Account): Promise<object> {
  if (!account.enabled) throw userIsDisabled()
  if (account.status === 'RESET_REQUIRED') throw resetRequired()
  if (account.status === 'FORCE_CHANGE_PASSWORD') return newPasswordChallenge(context, account)
  const challenge = await secondFactorChallenge(context, account)
  return challenge ?? { ChallengeParameters: {}, AuthenticationResult: await startSession(context, account) }
}

function newPasswordChallenge(context: Context, account: Account): object {
  if (account.temporaryUntil && account.temporaryUntil <= context.now()) {
    throw notAuthorized('Temporary password has expired and must be reset by an administrator.')
  }
  const state: AccountState = { sub: account.sub, generation: account.generation }
  const attributes = {
    ...account.attributes,
    email: account.email,
    email_verified: String(account.emailVerified),
  }
  return {
    ChallengeName: 'NEW_PASSWORD_REQUIRED',
    Session: sealState(context, 'new-password-challenge', state),
    ChallengeParameters: {
      USER_ID_FOR_SRP: account.sub,
      requiredAttributes: '[]',
      userAttributes: JSON.stringify(attributes),
    },
  }
}

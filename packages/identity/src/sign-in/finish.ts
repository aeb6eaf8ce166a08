import type { Account } from '../accounts.ts'
import type { Context } from '../context.ts'
import { IdentityError, notAuthorized, resetRequired, userIsDisabled } from '../errors.ts'
import { type Challenge, secondFactorChallenge } from '../second-factor/challenge.ts'
import { reportEvent } from '../security-events.ts'
import { type AccountState, sealState } from './challenge-state.ts'
import { startSession } from './sessions.ts'

/** Reasons by the error's type, for a second factor that cannot be requested. */
const CHALLENGE_FAILURES: Readonly<Record<string, string>> = {
  MFAMethodNotFoundException: 'second_factor_unusable',
  NotAuthorizedException: 'too_many_codes',
  CodeDeliveryFailureException: 'code_not_sent',
}

/**
 * The step after a right password: a further challenge or the tokens. No earlier step reveals the state of the
 * account, so only a client that knows the password learns it.
 */
export async function finishSignIn(context: Context, account: Account): Promise<object> {
  const fail = (reason: string) => reportEvent(context, 'sign-in-failed', account, { reason })
  if (!account.enabled) {
    fail('user_disabled')
    throw userIsDisabled()
  }
  if (account.status === 'RESET_REQUIRED') {
    fail('reset_required')
    throw resetRequired()
  }
  const isTemporary = account.status === 'FORCE_CHANGE_PASSWORD'
  if (isTemporary && account.temporaryUntil && account.temporaryUntil <= context.now()) {
    fail('temporary_password_expired')
    throw notAuthorized('Temporary password has expired and must be reset by an administrator.')
  }
  const challenge = isTemporary
    ? newPasswordChallenge(context, account)
    : await secondFactorChallenge(context, account).catch((error: unknown) => {
        if (error instanceof IdentityError) fail(CHALLENGE_FAILURES[error.type] ?? error.type)
        throw error
      })
  if (!challenge)
    return { ChallengeParameters: {}, AuthenticationResult: await startSession(context, account) }
  reportEvent(context, 'sign-in-challenged', account, { reason: challenge.ChallengeName })
  return challenge
}

function newPasswordChallenge(context: Context, account: Account): Challenge {
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

import type { Account } from '../accounts.ts'
import type { Context } from '../context.ts'
import * as errors from '../errors.ts'
import { type Input, requiredText } from '../input.ts'
import { settleCodeAttempt } from '../sign-in/attempts.ts'
import { type AccountState, accountOfState, openState, readSession } from '../sign-in/challenge-state.ts'
import { startSession } from '../sign-in/sessions.ts'
import { spendChallenge, tryChallenge } from '../store/challenges.ts'
import { findFactors, useTotpStep } from '../store/second-factors.ts'
import { clearSentCodes, isSmsCode, type SmsState } from './sms.ts'
import { matchingStep } from './totp.ts'

/** Wrong codes that end a challenge; the lock-out of the account counts across challenges. */
const MAX_TRIES = 5

/** The browser library reuses the session after a wrong code; a right code consumes it. */
export async function respondWithTotp(context: Context, input: Input, responses: Input): Promise<object> {
  const code = requiredText(responses, 'SOFTWARE_TOKEN_MFA_CODE', 64)
  const { session, account } = await startTry<AccountState>(context, 'totp-challenge', input)
  const { totpSecret, totpUsedStep } = await findFactors(context.pool, account.sub)
  const secret = totpSecret && context.keyring.open('totp-secret', account.sub, totpSecret)
  // An administrator has removed the authenticator.
  if (!totpSecret || !secret) throw errors.sessionExpired()

  const step = matchingStep(secret, code, context.clock(), totpUsedStep)
  const rejection = step === 'mismatch' ? errors.wrongTotpCode() : errors.totpCodeUsed()
  await settleCodeAttempt(context, account, typeof step === 'number' ? undefined : rejection)
  // Only one of concurrent requests with the same code succeeds.
  if (typeof step !== 'number' || !(await useTotpStep(context.pool, account.sub, totpSecret, step))) {
    throw errors.totpCodeUsed()
  }
  return finish(context, account, session)
}

export async function respondWithSms(context: Context, input: Input, responses: Input): Promise<object> {
  const code = requiredText(responses, 'SMS_MFA_CODE', 64)
  const { session, account, state } = await startTry<SmsState>(context, 'sms-challenge', input)
  const right = isSmsCode(context, account, state, code)
  await settleCodeAttempt(context, account, right ? undefined : errors.wrongSmsCode())
  const response = await finish(context, account, session)
  await clearSentCodes(context, account)
  return response
}

async function startTry<T extends AccountState & Record<string, string | number>>(
  context: Context,
  purpose: 'totp-challenge' | 'sms-challenge',
  input: Input,
): Promise<{ session: Buffer; account: Account; state: T }> {
  const session = readSession(input)
  const state = openState<T>(context, purpose, session)
  if (!(await tryChallenge(context.pool, session, state.expiresAt, MAX_TRIES))) throw errors.sessionExpired()
  return { session, account: await accountOfState(context, state), state }
}

async function finish(context: Context, account: Account, session: Buffer): Promise<object> {
  if (!(await spendChallenge(context.pool, session))) throw errors.sessionUsed()
  return { ChallengeParameters: {}, AuthenticationResult: await startSession(context, account) }
}

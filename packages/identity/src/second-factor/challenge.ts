import type { Account } from '../accounts.ts'
import type { Context } from '../context.ts'
import { mfaMethodNotFound } from '../errors.ts'
import { type AccountState, sealState } from '../sign-in/challenge-state.ts'
import { findFactors } from '../store/second-factors.ts'
import { requiredFactor } from './factors.ts'
import { smsChallenge } from './sms.ts'

/** A reply with which a sign-in asks for another step. */
export type Challenge = {
  ChallengeName: string
  Session: string
  ChallengeParameters: Record<string, string>
}

/** The challenge after the right password; `undefined` when none is required. */
export async function secondFactorChallenge(
  context: Context,
  account: Account,
): Promise<Challenge | undefined> {
  if (context.mfa === 'off') return undefined
  const factor = requiredFactor(context, await findFactors(context.pool, account.sub), account)
  if (factor === 'unusable') throw mfaMethodNotFound()
  if (factor === 'SMS_MFA') return smsChallenge(context, account)
  const state: AccountState = { sub: account.sub, generation: account.generation }
  if (factor === 'SOFTWARE_TOKEN_MFA') {
    return {
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      Session: sealState(context, 'totp-challenge', state),
      ChallengeParameters: { USER_ID_FOR_SRP: account.sub },
    }
  }
  if (context.mfa === 'optional') return undefined
  return {
    ChallengeName: 'MFA_SETUP',
    Session: sealState(context, 'mfa-setup-challenge', state),
    ChallengeParameters: { USER_ID_FOR_SRP: account.sub, MFAS_CAN_SETUP: '["SOFTWARE_TOKEN_MFA"]' },
  }
}

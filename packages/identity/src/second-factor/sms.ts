import { randomInt, timingSafeEqual } from 'node:crypto'
import type { Account } from '../accounts.ts'
import type { Context } from '../context.ts'
import { deliverNow } from '../delivery.ts'
import { mfaMethodNotFound, tooManySignInCodes } from '../errors.ts'
import { type AccountState, sealState } from '../sign-in/challenge-state.ts'
import { clearCounter, countWithin } from '../store/counters.ts'
import type { Challenge } from './challenge.ts'
import { verifiedPhone } from './factors.ts'

/** Contains the keyed hash of the code, which is only in the message. */
export type SmsState = AccountState & { hash: string }

/** Sends a new code; an older challenge keeps its own. Throws above the hourly limit. */
export async function smsChallenge(context: Context, account: Account): Promise<Challenge> {
  const phone = verifiedPhone(account)
  if (!phone) throw mfaMethodNotFound()
  const withinLimit = await countWithin(
    context.pool,
    counterKey(context, account),
    context.limits.signInCodes,
    context.now(),
  )
  if (!withinLimit) throw tooManySignInCodes()

  const code = randomInt(1_000_000).toString().padStart(6, '0')
  const state: SmsState = {
    sub: account.sub,
    generation: account.generation,
    hash: codeHash(context, { sub: account.sub, phone, code }).toString('hex'),
  }
  const expiresAt = context.after(context.lifetimes.challengeMs)
  await deliverNow(context, { kind: 'sign-in-code', to: phone, username: account.sub, code, expiresAt })
  return {
    ChallengeName: 'SMS_MFA',
    Session: sealState(context, 'sms-challenge', state),
    ChallengeParameters: {
      USER_ID_FOR_SRP: account.sub,
      CODE_DELIVERY_DELIVERY_MEDIUM: 'SMS',
      CODE_DELIVERY_DESTINATION: maskedPhone(phone),
    },
  }
}

export function isSmsCode(context: Context, account: Account, state: SmsState, code: string): boolean {
  const phone = verifiedPhone(account)
  if (!phone) return false
  const expected = codeHash(context, { sub: account.sub, phone, code })
  return timingSafeEqual(expected, Buffer.from(state.hash, 'hex'))
}

/** A successful sign-in resets the count, because only unanswered codes are limited. */
export function clearSentCodes(context: Context, account: Account): Promise<void> {
  return clearCounter(context.pool, counterKey(context, account))
}

/** Bound to the telephone number, so that a change of the number invalidates the code. */
function codeHash(
  { keyring }: Context,
  { sub, phone, code }: { sub: string; phone: string; code: string },
): Buffer {
  return keyring.digest('sign-in-code', [sub, phone, code].join('\0'))
}

function counterKey({ keyring }: Context, { sub }: Account): Buffer {
  return keyring.digest('sign-in-codes', sub)
}

/** Masks all but the last four digits. */
function maskedPhone(phone: string): string {
  return phone.replace(/[0-9](?=[0-9]{4})/g, '*')
}

import { randomInt, timingSafeEqual } from 'node:crypto'
import type { Account } from '../accounts.ts'
import type { Context } from '../context.ts'
import { deliverNow } from '../delivery.ts'
import { mfaMethodNotFound, tooManySignInCodes } from '../errors.ts'
import { sealState } from '../sign-in/challenge-state.ts'
import { clearCounter, countWithin } from '../store/counters.ts'
import { verifiedPhone } from './factors.ts'
import type { FactorState } from './state.ts'

/** The code itself is nowhere but in the message: its keyed hash travels sealed with the challenge. */
export type SmsState = FactorState & { hash: string }

/** Sends a new code; an older challenge keeps its own. Throws when that is too much for an hour. */
export async function smsChallenge(context: Context, account: Account): Promise<object> {
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

/** Who gets in is not counted: it is asking without answering that costs money and patience. */
export function forgetSentCodes(context: Context, account: Account): Promise<void> {
  return clearCounter(context.pool, counterKey(context, account))
}

/** Bound to the number it was sent to: who has lost it since must not get in by it. */
function codeHash(
  { keyring }: Context,
  { sub, phone, code }: { sub: string; phone: string; code: string },
): Buffer {
  return keyring.digest('sign-in-code', [sub, phone, code].join('\0'))
}

function counterKey({ keyring }: Context, { sub }: Account): Buffer {
  return keyring.digest('sign-in-codes', sub)
}

/** The last four digits, as many others as there are. */
function maskedPhone(phone: string): string {
  return phone.replace(/[0-9](?=[0-9]{4})/g, '*')
}

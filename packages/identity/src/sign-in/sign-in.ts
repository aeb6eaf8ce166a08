import { timingSafeEqual } from 'node:crypto'
import { type Account, findAccount } from '../accounts.ts'
import type { Context } from '../context.ts'
import {
  IdentityError,
  invalidParameter,
  notAuthorized,
  resetRequired,
  sessionUsed,
  userIsDisabled,
} from '../errors.ts'
import { type Input, readPassword, readUsername, requiredText } from '../input.ts'
import { isPasswordOf, openVerifier, replacePassword } from '../passwords/credentials.ts'
import { assertPolicy } from '../passwords/policy.ts'
import { type Challenge, secondFactorChallenge } from '../second-factor/challenge.ts'
import { reportEvent } from '../security-events.ts'
import { expectedSignature, serverValues } from '../srp/exchange.ts'
import { bytes, N } from '../srp/modexp.ts'
import { useChallenge } from '../store/challenges.ts'
import { settlePasswordAttempt } from './attempts.ts'
import { type AccountState, openState, readSession, sealState } from './challenge-state.ts'
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
async function finishSignIn(context: Context, account: Account): Promise<object> {
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

export async function signInWithPassword(context: Context, parameters: Input): Promise<object> {
  const username = readUsername(parameters, 'USERNAME')
  const password = readPassword(parameters, 'PASSWORD')
  const account = await findAccount(context, username)
  await settlePasswordAttempt(context, account, isPasswordOf(context, account, password))
  return finishSignIn(context, account)
}

/**
 * The session stays valid after a password that breaks the policy, because the browser library sends it again. Success
 * invalidates it, because a new password starts a new generation of the account.
 */
export async function setFirstPassword(context: Context, input: Input, responses: Input): Promise<object> {
  const state = openState<AccountState>(context, 'new-password-challenge', readSession(input))
  if (Object.keys(responses).some((name) => name.startsWith('userAttributes.'))) {
    throw notAuthorized('A client attempted to write unauthorized attribute')
  }
  const password = readPassword(responses, 'NEW_PASSWORD')
  assertPolicy(password, context.passwordPolicy)

  const account = await findAccount(context, state.sub)
  if (!account.exists || account.generation !== state.generation) throw sessionUsed()
  if (!account.enabled) throw userIsDisabled()
  const replaced = await replacePassword(context, account, password, { status: 'CONFIRMED' })
  if (!replaced) throw sessionUsed()
  reportEvent(context, 'temporary-password-replaced', account)
  // The second factor is still required.
  return finishSignIn(context, { ...account, status: 'CONFIRMED', generation: account.generation + 1 })
}

type SrpState = { sub: string; A: string; b: string; u: string }

const hex = (value: bigint, length: number) => bytes(value, length).toString('hex')
const fromHex = (text: string) => BigInt(`0x${text}`)

export async function startSrp(context: Context, parameters: Input): Promise<object> {
  const username = readUsername(parameters, 'USERNAME')
  const A = readClientPublicValue(requiredText(parameters, 'SRP_A', 1024))
  const account = await findAccount(context, username)
  const { b, B, u } = serverValues(openVerifier(context, account), A)
  const state: SrpState = { sub: account.sub, A: hex(A, 384), b: hex(b, 32), u: hex(u, 32) }
  return {
    ChallengeName: 'PASSWORD_VERIFIER',
    ChallengeParameters: {
      SALT: account.salt.toString('hex'),
      SRP_B: hex(B, 384),
      SECRET_BLOCK: sealState(context, 'srp-challenge', state),
      USERNAME: account.sub,
      USER_ID_FOR_SRP: account.sub,
    },
  }
}

export async function verifySrp(context: Context, responses: Input): Promise<object> {
  const secretBlock = Buffer.from(requiredText(responses, 'PASSWORD_CLAIM_SECRET_BLOCK', 4096), 'base64')
  const signature = Buffer.from(requiredText(responses, 'PASSWORD_CLAIM_SIGNATURE', 128), 'base64')
  const timestamp = requiredText(responses, 'TIMESTAMP', 64)
  const state = openState<SrpState>(context, 'srp-challenge', secretBlock)
  if (!(await useChallenge(context.pool, secretBlock, state.expiresAt))) throw sessionUsed()

  const account = await findAccount(context, state.sub)
  const expected = expectedSignature({
    poolName: context.poolName,
    userId: account.sub,
    verifier: openVerifier(context, account),
    A: fromHex(state.A),
    b: fromHex(state.b),
    u: fromHex(state.u),
    secretBlock,
    timestamp,
  })
  const right = signature.length === expected.length && timingSafeEqual(signature, expected)
  await settlePasswordAttempt(context, account, right)
  return finishSignIn(context, account)
}

/** A multiple of N would make the shared secret zero, whatever the password. */
function readClientPublicValue(text: string): bigint {
  const value = /^[0-9a-fA-F]+$/.test(text) ? fromHex(text) : 0n
  if (value <= 0n || value >= N) throw invalidParameter('Invalid value for parameter SRP_A')
  return value
}

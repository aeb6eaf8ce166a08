import { timingSafeEqual } from 'node:crypto'
import { findAccount } from '../accounts.ts'
import type { Context } from '../context.ts'
import { invalidParameter, sessionUsed } from '../errors.ts'
import { type Input, readUsername, requiredText } from '../input.ts'
import { openVerifier } from '../passwords/credentials.ts'
import { expectedSignature, serverValues } from '../srp/exchange.ts'
import { bytes, N } from '../srp/modexp.ts'
import { useChallenge } from '../store/challenges.ts'
import { settlePasswordAttempt } from './attempts.ts'
import { openState, sealState } from './challenge-state.ts'
import { finishSignIn } from './finish.ts'

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

import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { padded, toBigInt } from '../srp/exchange.ts'
import { bigintModexp, GENERATOR, N } from '../srp/modexp.ts'
import { type Reply, type TestProvider, USER_POOL_ID } from './provider.ts'

type SrpSignIn = { challenge: Reply; result: Reply; responses: Record<string, string> }

const hash = (...parts: Buffer[]) => toBigInt(createHash('sha256').update(Buffer.concat(parts)).digest())
const fromHex = (hex: unknown) => BigInt(`0x${hex}`)

/**
 * SRP client for tests of single messages; the contract suite covers the real client. Its exponentiations do not
 * count as work of the provider.
 */
export async function signInBySrp(
  { call }: Pick<TestProvider, 'call'>,
  username: string,
  password: string,
): Promise<SrpSignIn> {
  const a = toBigInt(randomBytes(32))
  const A = bigintModexp(GENERATOR, a)
  const challenge = await call('InitiateAuth', {
    AuthFlow: 'USER_SRP_AUTH',
    AuthParameters: { USERNAME: username, SRP_A: A.toString(16) },
  })
  const parameters = challenge.body.ChallengeParameters as Record<string, string>
  const userId = parameters.USER_ID_FOR_SRP ?? ''
  const poolName = USER_POOL_ID.split('_')[1] ?? ''
  const B = fromHex(parameters.SRP_B)
  const u = hash(padded(A), padded(B))
  const inner = createHash('sha256').update(`${poolName}${userId}:${password}`).digest()
  const x = hash(padded(fromHex(parameters.SALT)), inner)
  const k = hash(padded(N), padded(GENERATOR))
  const base = (((B - k * bigintModexp(GENERATOR, x)) % N) + N) % N
  const key = hkdfSync('sha256', padded(bigintModexp(base, a + u * x)), padded(u), 'Caldera Derived Key', 16)
  const timestamp = 'Fri Nov 20 05:00:33 UTC 2026'
  const signature = createHmac('sha256', Buffer.from(key))
    .update(poolName + userId)
    .update(Buffer.from(parameters.SECRET_BLOCK ?? '', 'base64'))
    .update(timestamp)
    .digest('base64')
  const responses = {
    USERNAME: userId,
    PASSWORD_CLAIM_SECRET_BLOCK: parameters.SECRET_BLOCK ?? '',
    PASSWORD_CLAIM_SIGNATURE: signature,
    TIMESTAMP: timestamp,
  }
  const result = await call('RespondToAuthChallenge', {
    ChallengeName: 'PASSWORD_VERIFIER',
    ChallengeResponses: responses,
  })
  return { challenge, result, responses }
}

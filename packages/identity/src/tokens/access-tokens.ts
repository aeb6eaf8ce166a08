import { randomUUID } from 'node:crypto'
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { Account } from '../accounts.ts'
import type { Context } from '../context.ts'
import { notAuthorized } from '../errors.ts'
import { ALGORITHM } from './signing-keys.ts'

export type Session = { id: string; startedAt: Date }

export type TokenSet = {
  AccessToken: string
  IdToken: string
  ExpiresIn: number
  TokenType: 'Bearer'
}

/** The browser library revokes a session on sign-out only if its tokens contain `origin_jti`. */
export async function issueTokens(context: Context, account: Account, session: Session): Promise<TokenSet> {
  const { kid, privateKey } = await context.signingKeys.active()
  const issuedAt = seconds(context.clock())
  const lifetime = seconds(context.lifetimes.tokensMs)
  const common = {
    sub: account.sub,
    iss: context.issuer,
    origin_jti: session.id,
    event_id: randomUUID(),
    auth_time: seconds(session.startedAt.getTime()),
    iat: issuedAt,
    exp: issuedAt + lifetime,
  }
  const sign = (claims: Record<string, unknown>) =>
    new SignJWT({ ...common, ...claims, jti: randomUUID() })
      .setProtectedHeader({ alg: ALGORITHM, kid })
      .sign(privateKey)

  const [AccessToken, IdToken] = await Promise.all([
    sign({
      token_use: 'access',
      client_id: context.clientId,
      scope: 'aws.cognito.signin.user.admin',
      username: account.sub,
    }),
    sign({
      ...attributeClaims(account),
      token_use: 'id',
      aud: context.clientId,
      'cognito:username': account.sub,
    }),
  ])
  return { AccessToken, IdToken, ExpiresIn: lifetime, TokenType: 'Bearer' }
}

function attributeClaims(account: Account): Record<string, unknown> {
  const { phone_number_verified: phoneVerified, ...attributes } = account.attributes
  return {
    ...attributes,
    email: account.email,
    email_verified: account.emailVerified,
    ...(phoneVerified !== undefined && { phone_number_verified: phoneVerified === 'true' }),
  }
}

function seconds(ms: number): number {
  return Math.floor(ms / 1000)
}

type TokenUse = 'access' | 'id'

/**
 * Checks signature, issuer, expiry, `token_use` and client. Without the last two, an ID token would pass as an access
 * token. Throws NotAuthorizedException, or the database's error if the key cannot be read.
 */
export async function verifyToken(context: Context, token: string, use: TokenUse): Promise<JWTPayload> {
  const name = use === 'access' ? 'Access Token' : 'Id Token'
  const payload = await jwtVerify(token, context.signingKeys.verificationKey, {
    algorithms: [ALGORITHM],
    issuer: context.issuer,
    currentDate: context.now(),
  }).then(
    (verified) => verified.payload,
    (error) => {
      if (!(error instanceof errors.JOSEError)) throw error
      throw notAuthorized(error instanceof errors.JWTExpired ? `${name} has expired` : `Invalid ${name}`)
    },
  )
  const client = use === 'access' ? payload.client_id : payload.aud
  if (payload.token_use !== use || client !== context.clientId) throw notAuthorized(`Invalid ${name}`)
  return payload
}

import { randomBytes, randomUUID } from 'node:crypto'
import { type Account, findAccount } from '../accounts.ts'
import type { Context } from '../context.ts'
import { notAuthorized, recentSignInRequired, userIsDisabled, userNotFound } from '../errors.ts'
import { reportEvent } from '../security-events.ts'
import { findByToken, findSession, insertSession, noteUse, type SessionRow } from '../store/sessions.ts'
import { issueTokens, type TokenSet, verifyToken } from '../tokens/access-tokens.ts'

/** The session belongs to the generation of `account`, so a change of the account since it was read invalidates it. */
export async function startSession(
  context: Context,
  account: Account,
): Promise<TokenSet & { RefreshToken: string }> {
  const token = randomBytes(48).toString('base64url')
  const session = { id: randomUUID(), startedAt: context.now() }
  await insertSession(context.pool, account, {
    id: session.id,
    token,
    at: session.startedAt,
    expiresAt: context.after(context.lifetimes.refreshMs),
    caller: context.caller,
  })
  const tokens = await issueTokens(context, account, session)
  reportEvent(context, 'sign-in-succeeded', account, { sessionId: session.id })
  return { ...tokens, RefreshToken: token }
}

export async function refreshSession(context: Context, token: string): Promise<TokenSet> {
  const session = await findByToken(context.pool, token)
  if (!session) throw notAuthorized('Invalid Refresh Token')
  const account = await accountOf(context, session, 'Refresh Token')
  if (session.expiresAt <= context.now()) throw notAuthorized('Refresh Token has expired')
  await noteUse(context.pool, session.id, context.caller, context.now())
  return issueTokens(context, account, { id: session.id, startedAt: session.createdAt })
}

/** Account of an access token whose session has not ended. */
export async function authenticate(context: Context, accessToken: string): Promise<Account> {
  return (await authenticateSession(context, accessToken)).account
}

/**
 * Account of a recent sign-in, for changes of the second factor, where a stolen access token alone must not be enough.
 * A refresh keeps the time of the sign-in.
 */
export async function authenticateRecent(context: Context, accessToken: string): Promise<Account> {
  const { account, session } = await authenticateSession(context, accessToken)
  if (session.createdAt < context.after(-context.lifetimes.recentSignInMs)) throw recentSignInRequired()
  return account
}

export async function authenticateSession(
  context: Context,
  accessToken: string,
): Promise<{ account: Account; session: SessionRow }> {
  const { origin_jti: sessionId } = await verifyToken(context, accessToken, 'access')
  const session = typeof sessionId === 'string' ? await findSession(context.pool, sessionId) : undefined
  if (!session) throw notAuthorized('Access Token has been revoked')
  return { account: await accountOf(context, session, 'Access Token'), session }
}

async function accountOf(context: Context, session: SessionRow, token: string): Promise<Account> {
  const account = await findAccount(context, session.userSub)
  if (!account.exists) throw userNotFound()
  if (!account.enabled) throw userIsDisabled()
  if (session.revokedAt || session.generation !== account.generation) {
    throw notAuthorized(`${token} has been revoked`)
  }
  return account
}

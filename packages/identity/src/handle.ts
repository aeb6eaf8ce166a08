import { randomUUID } from 'node:crypto'
import type { Context } from './context.ts'
import { IdentityError, invalidParameter, resourceNotFound, tooManyRequests } from './errors.ts'
import { type Input, parseBody, readToken, requiredText, section } from './input.ts'
import { networkOf } from './network.ts'
import { changePassword, confirmForgotPassword, forgotPassword } from './passwords/change.ts'
import { changeOwnPreference, describeFactors } from './second-factor/factors.ts'
import { respondWithSms, respondWithTotp } from './second-factor/respond.ts'
import { associateSoftwareToken, finishSetUp, verifySoftwareToken } from './second-factor/set-up.ts'
import { NO_ACCOUNT, reportEvent } from './security-events.ts'
import { endAndReport, reportEndedSession } from './sign-in/session-end.ts'
import { authenticate, authenticateRecent, refreshSession } from './sign-in/sessions.ts'
import { setFirstPassword, signInWithPassword, startSrp, verifySrp } from './sign-in/sign-in.ts'
import { countWithin } from './store/counters.ts'
import { revokeByToken } from './store/sessions.ts'
import { endSessions } from './store/users.ts'
import { attributeList } from './user-attributes.ts'

const TARGET_PREFIX = 'AWSCognitoIdentityProviderService.'

export type PublicRequest = {
  /** Header `x-amz-target`. */
  target: string | undefined
  body: string | Uint8Array
  /** The caller's address, for the throttle. */
  ip: string
  /** Header `user-agent`, for the list of sessions. */
  userAgent?: string | undefined
}

export type IdentityResponse = { status: number; headers: Record<string, string>; body: string }

export function handlePublic(context: Context, request: PublicRequest): Promise<IdentityResponse> {
  return respond(context, async () => {
    const target = request.target ?? ''
    const name = target.startsWith(TARGET_PREFIX) ? target.slice(TARGET_PREFIX.length) : ''
    const operation = PUBLIC_OPERATIONS.get(name)
    if (!operation) throw new IdentityError('UnknownOperationException', 'Unknown operation')
    const input = parseBody(request.body)
    if (!operation.byAccessToken && requiredText(input, 'ClientId', 128) !== context.clientId) {
      throw resourceNotFound('User pool client does not exist.')
    }
    const caller = { ip: printable(request.ip), userAgent: printable(request.userAgent) }
    const called = { ...context, caller }
    if (operation.isGuess?.(input)) await throttle(called, request.ip)
    return operation.run(called, input)
  })
}

/** Maps the result or error of an operation to a response. Reports internal errors without describing them. */
export async function respond(context: Context, run: () => Promise<object>): Promise<IdentityResponse> {
  try {
    return reply(200, await run())
  } catch (error) {
    if (error instanceof IdentityError) return failure(400, error.type, error.message)
    context.onError(error)
    return failure(500, 'InternalErrorException', 'Internal error')
  }
}

/** The body repeats the error type, because browsers hide the header across origins. */
function failure(status: number, type: string, message: string): IdentityResponse {
  const { headers, ...rest } = reply(status, { __type: type, message })
  return { ...rest, headers: { ...headers, 'x-amzn-errortype': type } }
}

function reply(status: number, body: object): IdentityResponse {
  const headers = {
    'content-type': 'application/x-amz-json-1.1',
    'cache-control': 'no-store',
    'x-amzn-requestid': randomUUID(),
  }
  return { status, headers, body: JSON.stringify(body) }
}

/** Printable text of at most 256 characters that a text column accepts. */
function printable(text = ''): string | null {
  const clean = text.toWellFormed().replace(/\p{C}/gu, '').trim().slice(0, 256)
  // Truncation may have split a surrogate pair.
  return clean.toWellFormed() || null
}

async function throttle(context: Context, ip: string): Promise<void> {
  const key = context.keyring.digest('address', networkOf(ip))
  if (await countWithin(context.pool, key, context.limits.perAddress, context.now())) return
  reportEvent(context, 'request-throttled', NO_ACCOUNT, { reason: 'too_many_requests' })
  throw tooManyRequests()
}

type Operation = {
  run: (context: Context, input: Input) => Promise<object>
  /** Checks a guessable secret and counts towards the throttle of the address. */
  isGuess?: (input: Input) => boolean
  /** Takes an access token or a sealed session, which identify the client. */
  byAccessToken?: true
}

const always = () => true

/** Not throttled, because 384 bits cannot be guessed and all users of an office refresh from one address. */
const isRefresh = (flow: unknown) => flow === 'REFRESH_TOKEN_AUTH' || flow === 'REFRESH_TOKEN'

/** All operations available over HTTP. Excludes administration. */
const PUBLIC_OPERATIONS = new Map<string, Operation>([
  ['InitiateAuth', { run: initiateAuth, isGuess: (input) => !isRefresh(input.AuthFlow) }],
  ['RespondToAuthChallenge', { run: respondToChallenge, isGuess: always }],
  ['ForgotPassword', { run: forgotPassword, isGuess: always }],
  ['ConfirmForgotPassword', { run: confirmForgotPassword, isGuess: always }],
  ['GetTokensFromRefreshToken', { run: refresh }],
  ['RevokeToken', { run: revoke }],
  ['GlobalSignOut', { run: globalSignOut, byAccessToken: true }],
  ['GetUser', { run: getUser, byAccessToken: true }],
  ['ChangePassword', { run: changePassword, byAccessToken: true }],
  ['AssociateSoftwareToken', { run: associateSoftwareToken, byAccessToken: true }],
  ['VerifySoftwareToken', { run: verifySoftwareToken, isGuess: always, byAccessToken: true }],
  ['SetUserMFAPreference', { run: setMfaPreference, byAccessToken: true }],
])

function initiateAuth(context: Context, input: Input): Promise<object> {
  const parameters = section(input, 'AuthParameters')
  switch (requiredText(input, 'AuthFlow', 64)) {
    case 'USER_SRP_AUTH':
      return startSrp(context, parameters)
    case 'USER_PASSWORD_AUTH':
      return signInWithPassword(context, parameters)
    case 'REFRESH_TOKEN_AUTH':
    case 'REFRESH_TOKEN':
      return refreshed(context, readToken(parameters, 'REFRESH_TOKEN'))
    default:
      throw invalidParameter('Initiate Auth method not supported.')
  }
}

function respondToChallenge(context: Context, input: Input): Promise<object> {
  const responses = section(input, 'ChallengeResponses')
  switch (requiredText(input, 'ChallengeName', 64)) {
    case 'PASSWORD_VERIFIER':
      return verifySrp(context, responses)
    case 'NEW_PASSWORD_REQUIRED':
      return setFirstPassword(context, input, responses)
    case 'SOFTWARE_TOKEN_MFA':
      return respondWithTotp(context, input, responses)
    case 'SMS_MFA':
      return respondWithSms(context, input, responses)
    case 'MFA_SETUP':
      return finishSetUp(context, input)
    default:
      throw invalidParameter('Challenge not supported.')
  }
}

function refresh(context: Context, input: Input): Promise<object> {
  return refreshed(context, readToken(input, 'RefreshToken'))
}

async function refreshed(context: Context, token: string): Promise<object> {
  return { ChallengeParameters: {}, AuthenticationResult: await refreshSession(context, token) }
}

async function revoke(context: Context, input: Input): Promise<object> {
  const ended = await revokeByToken(context.pool, readToken(input, 'Token'), context.now())
  if (ended) await reportEndedSession(context, ended)
  return {}
}

async function globalSignOut(context: Context, input: Input): Promise<object> {
  const account = await authenticate(context, readToken(input, 'AccessToken'))
  await endAndReport(context, account.sub, () => endSessions(context.pool, account.sub, {}, context.now()))
  reportEvent(context, 'signed-out-everywhere', account)
  return {}
}

async function getUser(context: Context, input: Input): Promise<object> {
  const account = await authenticate(context, readToken(input, 'AccessToken'))
  const factors = await describeFactors(context, account.sub)
  return { Username: account.sub, UserAttributes: attributeList(account), ...factors }
}

async function setMfaPreference(context: Context, input: Input): Promise<object> {
  const account = await authenticateRecent(context, readToken(input, 'AccessToken'))
  await changeOwnPreference(context, account, input)
  reportEvent(context, 'second-factor-changed', account)
  return {}
}

import type { Context } from './context.ts'
import { invalidParameter } from './errors.ts'
import { type Input, readToken, requiredText, section } from './input.ts'
import { changePassword } from './passwords/change.ts'
import { confirmForgotPassword, forgotPassword } from './passwords/forgot.ts'
import { describeFactors } from './second-factor/factors.ts'
import { changeOwnPreference } from './second-factor/preference.ts'
import { respondWithSms, respondWithTotp } from './second-factor/respond.ts'
import { associateSoftwareToken, finishSetUp, verifySoftwareToken } from './second-factor/set-up.ts'
import { reportEvent } from './security-events.ts'
import { setFirstPassword, signInWithPassword } from './sign-in/passwords.ts'
import { endAndReport, reportEndedSession } from './sign-in/session-end.ts'
import { authenticate, authenticateRecent, refreshSession } from './sign-in/sessions.ts'
import { startSrp, verifySrp } from './sign-in/srp.ts'
import { revokeByToken } from './store/sessions.ts'
import { endSessions } from './store/users.ts'
import { attributeList } from './user-attributes.ts'

type Operation = {
  run: (context: Context, input: Input) => Promise<object>
  /** Checks a guessable secret and counts towards the throttle of the address. */
  isGuess?: (input: Input) => boolean
  /** Takes an access token or a sealed session, which identify the client. */
  byAccessToken?: true
}

const always = () => true

/** Not throttled: 384 bits cannot be guessed, and all users of an office refresh from one address. */
const isRefresh = (flow: unknown) => flow === 'REFRESH_TOKEN_AUTH' || flow === 'REFRESH_TOKEN'

/** All operations available over HTTP. Excludes administration. */
export const PUBLIC_OPERATIONS = new Map<string, Operation>([
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

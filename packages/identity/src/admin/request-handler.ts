import { randomUUID } from 'node:crypto'
import type { CognitoIdentityProviderClientConfig } from '@aws-sdk/client-cognito-identity-provider'
import { type Account, findAccount } from '../accounts.ts'
import type { Context } from '../context.ts'
import { deliverNow } from '../delivery.ts'
import { IdentityError, invalidParameter, resourceNotFound } from '../errors.ts'
import { respond } from '../handle.ts'
import { type Input, optionalText, parseBody, readUsername, requiredText } from '../input.ts'
import { createCredentials, replacePassword } from '../passwords/credentials.ts'
import { assertPolicy, generatePassword, MAX_PASSWORD_LENGTH } from '../passwords/policy.ts'
import * as users from '../store/users.ts'
import { insertUsers } from '../store/users.ts'
import { assertEmail, withAttributes } from '../user-attributes.ts'
import * as change from './change-user.ts'
import { describeUser, readSubject } from './change-user.ts'

/** Takes an email and assigns a uuid as username. Delivers the temporary password unless suppressed. */
async function createUser(context: Context, input: Input): Promise<object> {
  const action = optionalText(input, 'MessageAction', 16)
  if (action !== undefined && action !== 'SUPPRESS' && action !== 'RESEND') {
    throw invalidParameter('Invalid value for parameter MessageAction')
  }
  const password =
    optionalText(input, 'TemporaryPassword', MAX_PASSWORD_LENGTH) ?? generatePassword(context.passwordPolicy)
  assertPolicy(password, context.passwordPolicy)
  if (action === 'RESEND') return resend(context, input, password)

  const email = readUsername(input)
  assertEmail(email)
  const profile = withAttributes({ email, emailVerified: false, attributes: {} }, input)
  const sub = randomUUID()
  const [row] = await insertUsers(
    context.pool,
    [
      {
        ...profile,
        sub,
        enabled: true,
        ...createCredentials(context, sub, password),
        status: 'FORCE_CHANGE_PASSWORD',
        temporaryUntil: context.after(context.lifetimes.temporaryPasswordMs),
      },
    ],
    context.now(),
  )
  if (!row) throw new IdentityError('UsernameExistsException', 'User account already exists')
  if (action !== 'SUPPRESS') await sendTemporaryPassword(context, row, password)
  return { User: describeUser(row) }
}

async function resend(context: Context, input: Input, password: string): Promise<object> {
  const account = await readSubject(context, input)
  const temporaryUntil = context.after(context.lifetimes.temporaryPasswordMs)
  const replaced =
    account.status === 'FORCE_CHANGE_PASSWORD' &&
    (await replacePassword(context, account, password, { status: 'FORCE_CHANGE_PASSWORD', temporaryUntil }))
  if (!replaced) {
    throw new IdentityError(
      'UnsupportedUserStateException',
      'Resend not possible. User status is not FORCE_CHANGE_PASSWORD',
    )
  }
  await sendTemporaryPassword(context, { ...account, temporaryUntil }, password)
  return { User: describeUser(await findAccount(context, account.sub)) }
}

function sendTemporaryPassword(
  context: Context,
  user: Pick<Account, 'sub' | 'email' | 'temporaryUntil'>,
  password: string,
): Promise<void> {
  return deliverNow(context, {
    kind: 'temporary-password',
    to: user.email,
    username: user.sub,
    password,
    expiresAt: user.temporaryUntil ?? context.now(),
  })
}

const MAX_LIMIT = 60

/** Searchable attributes. `$1` is the value that `readFilter` prepares. */
const SEARCHABLE: Record<string, string> = {
  email: 'email_key like lower($1)',
  sub: 'sub::text like lower($1)',
  username: 'sub::text like lower($1)',
  'cognito:user_status': 'status like $1',
  name: "attributes ->> 'name' like $1",
  given_name: "attributes ->> 'given_name' like $1",
  family_name: "attributes ->> 'family_name' like $1",
  phone_number: "attributes ->> 'phone_number' like $1",
}

const ALL_USERS: users.UserFilter = { expression: 'sub::text like $1', value: '%' }

async function listUsers(context: Context, input: Input): Promise<object> {
  const limit = readLimit(input)
  const rows = await users.listUsers(context.pool, readFilter(input), readPage(context, input), limit + 1)
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  const names = readNames(input)
  return {
    Users: page.map((row) => describeUser(row, names)),
    ...(last && {
      PaginationToken: context.keyring.seal('page', 'users', Buffer.from(last.sub)).toString('base64'),
    }),
  }
}

function readLimit(input: Input): number {
  const limit = input.Limit ?? MAX_LIMIT
  if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) {
    throw invalidParameter('Invalid value for parameter Limit')
  }
  return limit
}

/** `email = "a@b.c"` or `email ^= "a"`: one attribute, equal to the text or beginning with it. */
function readFilter(input: Input): users.UserFilter {
  const text = optionalText(input, 'Filter', 256)?.trim()
  if (!text) return ALL_USERS
  const [, name = '', operator, quoted = ''] =
    /^"?([\w:]+)"?\s*(=|\^=)\s*"((?:[^"\\]|\\.)*)"$/.exec(text) ?? []
  const expression = Object.hasOwn(SEARCHABLE, name) ? SEARCHABLE[name] : undefined
  if (!expression) throw invalidParameter('Invalid value for parameter Filter')
  const literal = quoted.replace(/\\(.)/g, '$1').replace(/[\\%_]/g, '\\$&')
  return { expression, value: operator === '=' ? literal : `${literal}%` }
}

function readPage(context: Context, input: Input): string | null {
  const token = optionalText(input, 'PaginationToken', 512)
  if (!token) return null
  const after = context.keyring.open('page', 'users', Buffer.from(token, 'base64'))
  if (!after) throw invalidParameter('Invalid value for parameter PaginationToken')
  return after.toString()
}

function readNames(input: Input): string[] {
  const names = input.AttributesToGet ?? []
  if (!Array.isArray(names) || !names.every((name) => typeof name === 'string')) {
    throw invalidParameter('Invalid value for parameter AttributesToGet')
  }
  return names
}

const OPERATIONS = new Map<string, (context: Context, input: Input) => Promise<object>>([
  ['AdminCreateUser', createUser],
  ['AdminGetUser', change.getUser],
  ['AdminSetUserPassword', change.setUserPassword],
  ['AdminResetUserPassword', change.resetUserPassword],
  ['AdminUpdateUserAttributes', change.updateUserAttributes],
  ['AdminDisableUser', change.disableUser],
  ['AdminEnableUser', change.enableUser],
  ['AdminDeleteUser', change.deleteUser],
  ['AdminSetUserMFAPreference', change.setMfaPreference],
  ['AdminUserGlobalSignOut', change.signOutUser],
  ['ListUsers', listUsers],
])

/** Parts of the SDK's request that are used. */
type SdkRequest = { headers: Record<string, string>; body?: unknown }

type SdkReply = { response: { statusCode: number; headers: Record<string, string>; body: Uint8Array } }

export type AdminRequestHandler = {
  handle(request: SdkRequest): Promise<SdkReply>
  updateHttpClientConfig(): void
  httpHandlerConfigs(): object
}

/**
 * In-process administration through the unmodified SDK. The holder of this object has full access. No port is opened,
 * and signatures are not checked, so any credentials work.
 */
export function createAdminRequestHandler(context: Context): AdminRequestHandler {
  return {
    async handle({ headers, body }) {
      const target = Object.entries(headers).find(([name]) => name.toLowerCase() === 'x-amz-target')?.[1]
      const run = OPERATIONS.get(target?.split('.').at(-1) ?? '')
      const {
        status,
        headers: responseHeaders,
        body: text,
      } = await respond(context, async () => {
        if (!run) throw new IdentityError('UnknownOperationException', 'Unknown operation')
        const input = parseBody(typeof body === 'string' || body instanceof Uint8Array ? body : '')
        if (requiredText(input, 'UserPoolId', 55) !== context.userPoolId) {
          throw resourceNotFound('User pool does not exist.')
        }
        return run(context, input)
      })
      return { response: { statusCode: status, headers: responseHeaders, body: Buffer.from(text) } }
    },
    updateHttpClientConfig() {},
    httpHandlerConfigs: () => ({}),
  }
}

export type AdminClientConfig = Required<
  Pick<CognitoIdentityProviderClientConfig, 'region' | 'credentials' | 'requestHandler'>
>

/** Configuration for a `CognitoIdentityProviderClient` that calls the handler. */
export function adminClientConfig(context: Context, requestHandler: AdminRequestHandler): AdminClientConfig {
  const [region = ''] = context.userPoolId.split('_')
  return { region, credentials: { accessKeyId: 'in-process', secretAccessKey: 'in-process' }, requestHandler }
}

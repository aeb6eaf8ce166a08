import { type Account, findAccount } from '../accounts.ts'
import type { Context } from '../context.ts'
import { deliverNow } from '../delivery.ts'
import { IdentityError, invalidParameter, notAuthorized, userNotFound } from '../errors.ts'
import { type Input, optionalFlag, readPassword, readUsername } from '../input.ts'
import { type PasswordState, replacePassword } from '../passwords/credentials.ts'
import { assertPolicy } from '../passwords/policy.ts'
import { createResetCode } from '../passwords/reset-codes.ts'
import { changePreferenceOf, describeFactors } from '../second-factor/factors.ts'
import { clearCodeFailures, clearFailures } from '../sign-in/attempts.ts'
import { endAndReport } from '../sign-in/session-end.ts'
import type { UserRow } from '../store/users.ts'
import * as users from '../store/users.ts'
import { attributeList, withAttributes } from '../user-attributes.ts'

export async function getUser(context: Context, input: Input): Promise<object> {
  const account = await readSubject(context, input)
  return describeOneUser(account, await describeFactors(context, account.sub))
}

export async function setUserPassword(context: Context, input: Input): Promise<object> {
  const password = readPassword(input, 'Password')
  const permanent = optionalFlag(input, 'Permanent')
  assertPolicy(password, context.passwordPolicy)
  const account = await readSubject(context, input)
  const state: PasswordState = permanent
    ? { status: 'CONFIRMED' }
    : {
        status: 'FORCE_CHANGE_PASSWORD',
        temporaryUntil: context.after(context.lifetimes.temporaryPasswordMs),
      }
  await endAndReport(context, account.sub, async () => {
    if (await replacePassword(context, account, password, state)) return
    throw new IdentityError('ConcurrentModificationException', 'The user was changed meanwhile')
  })
  await clearFailures(context, account)
  return {}
}

/** Invalidates the old password at once and delivers a code for a new one. */
export async function resetUserPassword(context: Context, input: Input): Promise<object> {
  const account = await readSubject(context, input)
  if (!account.enabled) throw notAuthorized('User is disabled.')
  if (account.status === 'FORCE_CHANGE_PASSWORD') {
    throw notAuthorized('User password cannot be reset in the current state.')
  }
  if (!account.emailVerified) {
    throw invalidParameter(
      'Cannot reset password for the user as there is no registered/verified email or phone_number',
    )
  }
  await endSessions(context, account.sub, { status: 'RESET_REQUIRED' })
  await deliverNow(context, await createResetCode(context, account))
  return {}
}

export async function updateUserAttributes(context: Context, input: Input): Promise<object> {
  const account = await readSubject(context, input)
  const profile = withAttributes(account, input)
  try {
    await users.updateProfile(context.pool, account.sub, profile, context.now())
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new IdentityError('AliasExistsException', 'An account with the email already exists.')
  }
  return {}
}

export async function disableUser(context: Context, input: Input): Promise<object> {
  const { sub } = await readSubject(context, input)
  await endSessions(context, sub, { enabled: false })
  return {}
}

/** Also unlocks the account after failures. */
export async function enableUser(context: Context, input: Input): Promise<object> {
  const account = await readSubject(context, input)
  await users.enableUser(context.pool, account.sub, context.now())
  await clearFailures(context, account)
  await clearCodeFailures(context, account)
  return {}
}

export async function deleteUser(context: Context, input: Input): Promise<object> {
  const { sub } = await readSubject(context, input)
  // First, while the sessions to report exist.
  await endSessions(context, sub, { enabled: false })
  await users.deleteUser(context.pool, sub)
  return {}
}

export async function signOutUser(context: Context, input: Input): Promise<object> {
  const { sub } = await readSubject(context, input)
  await endSessions(context, sub, {})
  return {}
}

export async function setMfaPreference(context: Context, input: Input): Promise<object> {
  await changePreferenceOf(context, await readSubject(context, input), input)
  return {}
}

function endSessions(context: Context, sub: string, change: Parameters<typeof users.endSessions>[2]) {
  return endAndReport(context, sub, () => users.endSessions(context.pool, sub, change, context.now()))
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505'
}

/** Throws UserNotFoundException, which only administrators may see. */
export async function readSubject(context: Context, input: Input): Promise<Account> {
  const account = await findAccount(context, readUsername(input))
  if (!account.exists) throw userNotFound()
  return account
}

/** Fields without attributes. Dates are seconds since 1970, as in the SDK's JSON protocol. */
function baseFields(user: UserRow): object {
  return {
    Username: user.sub,
    Enabled: user.enabled,
    UserStatus: user.status,
    UserCreateDate: user.createdAt.getTime() / 1000,
    UserLastModifiedDate: user.updatedAt.getTime() / 1000,
  }
}

export function describeUser(user: UserRow, onlyNames: readonly string[] = []): object {
  const attributes = attributeList(user)
  const wanted = ({ Name }: { Name: string }) => onlyNames.length === 0 || onlyNames.includes(Name)
  return { ...baseFields(user), Attributes: attributes.filter(wanted) }
}

/** AdminGetUser names the attributes differently from all other replies and includes second factors. */
function describeOneUser(user: UserRow, factors: object): object {
  return { ...baseFields(user), UserAttributes: attributeList(user), ...factors }
}

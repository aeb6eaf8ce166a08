import { randomUUID } from 'node:crypto'
import { type Account, findAccount } from '../accounts.ts'
import type { Context } from '../context.ts'
import { deliverNow } from '../delivery.ts'
import { IdentityError, invalidParameter } from '../errors.ts'
import { type Input, optionalText, readUsername } from '../input.ts'
import { createCredentials, replacePassword } from '../passwords/credentials.ts'
import { assertPolicy, generatePassword, MAX_PASSWORD_LENGTH } from '../passwords/policy.ts'
import { insertUsers } from '../store/users.ts'
import { assertEmail, withAttributes } from '../user-attributes.ts'
import { describeUser, readSubject } from './subject.ts'

/** Takes an email and assigns a uuid as username. Delivers the temporary password unless suppressed. */
export async function createUser(context: Context, input: Input): Promise<object> {
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

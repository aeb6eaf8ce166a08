import * as cognito from '@aws-sdk/client-cognito-identity-provider'
import type { Administration, Invitation, Profile } from './identity.ts'
import { ProviderError, toProviderError } from './provider-error.ts'

type Options = {
  /** Embedded provider only, because the pool's protocol has no such operations. */
  lockedAmong?: (subs: readonly string[]) => Promise<ReadonlySet<string>>
  failedSignIns?: (from: string, to: string) => Promise<ReadonlyMap<string, number>>
  /** Timeout of each call, including the SDK's retries. */
  timeoutMs?: number
  /** Signal that aborts after the timeout. */
  createTimeout?: (ms: number) => AbortSignal
}

/** Sends the same commands to the embedded provider and to a cloud pool; only the client differs. */
export function createAdministration(
  client: cognito.CognitoIdentityProviderClient,
  UserPoolId: string,
  options: Options = {},
): Administration {
  const { lockedAmong, failedSignIns, timeoutMs = 5_000 } = options
  const { createTimeout = (ms) => AbortSignal.timeout(ms) } = options

  async function withinTime<T>(call: (abortSignal: AbortSignal) => Promise<T>): Promise<T> {
    const timeout = createTimeout(timeoutMs)
    const { promise: expired, reject } = Promise.withResolvers<never>()
    const expire = () => {
      const message = `The identity provider did not respond within ${timeoutMs / 1_000} seconds.`
      reject(new ProviderError(message, { isSilent: true, type: 'TimeoutError' }))
    }
    // Also raced, because the in-process client of the embedded provider ignores the signal.
    timeout.addEventListener('abort', expire)
    try {
      return await Promise.race([call(timeout), expired])
    } catch (error) {
      throw toProviderError(error)
    } finally {
      timeout.removeEventListener('abort', expire)
    }
  }

  function send<I extends cognito.ServiceInputTypes, O extends cognito.ServiceOutputTypes>(
    command: cognito.$Command<I, O, cognito.CognitoIdentityProviderClientResolvedConfig>,
  ): Promise<O> {
    return withinTime((abortSignal) => client.send(command, { abortSignal }))
  }

  const named = (Username: string) => ({ UserPoolId, Username })
  const find = (username: string) =>
    send(new cognito.AdminGetUserCommand(named(username))).catch(nullForMissing)

  async function resend(email: string): Promise<Invitation> {
    const found = await find(email)
    if (!found) throw new ProviderError('The user was being deleted at the identity provider.')
    const hasTemporaryPassword = found.UserStatus === 'FORCE_CHANGE_PASSWORD'
    if (hasTemporaryPassword) {
      const request = { ...named(email), MessageAction: 'RESEND' } as const
      await send(new cognito.AdminCreateUserCommand({ ...request, DesiredDeliveryMediums: ['EMAIL'] }))
    }
    return { sub: subOf(found.UserAttributes), outcome: hasTemporaryPassword ? 'invited' : 'existing' }
  }

  return {
    async invite({ email, ...profile }) {
      const command = new cognito.AdminCreateUserCommand({
        ...named(email),
        DesiredDeliveryMediums: ['EMAIL'],
        UserAttributes: [
          { Name: 'email', Value: email },
          { Name: 'email_verified', Value: 'true' },
          ...attributesOf(profile).filter(({ Value }) => Value !== ''),
        ],
      })
      const created = await send(command).catch(nullFor('UsernameExistsException'))
      return created ? { sub: subOf(created.User?.Attributes), outcome: 'invited' } : resend(email)
    },
    async update(sub, profile) {
      const UserAttributes = attributesOf(profile)
      await send(new cognito.AdminUpdateUserAttributesCommand({ ...named(sub), UserAttributes }))
    },
    async enable(sub) {
      await send(new cognito.AdminEnableUserCommand(named(sub)))
    },
    async disable(sub) {
      await send(new cognito.AdminUserGlobalSignOutCommand(named(sub))).catch(nullForMissing)
      await send(new cognito.AdminDisableUserCommand(named(sub))).catch(nullForMissing)
    },
    async remove(sub) {
      await send(new cognito.AdminDeleteUserCommand(named(sub))).catch(nullForMissing)
    },
    async resetPassword(sub) {
      await send(new cognito.AdminResetUserPasswordCommand(named(sub)))
    },
    async removeAuthenticator(sub) {
      const enabled = (await find(sub))?.UserMFASettingList ?? []
      const off = { Enabled: false, PreferredMfa: false }
      const command = new cognito.AdminSetUserMFAPreferenceCommand({
        ...named(sub),
        SoftwareTokenMfaSettings: off,
        // A pool may reject settings of factors that it does not use.
        ...(enabled.includes('SMS_MFA') && { SMSMfaSettings: off }),
        ...(enabled.includes('EMAIL_OTP') && { EmailMfaSettings: off }),
      })
      await send(command)
    },
    async endSessions(sub) {
      await send(new cognito.AdminUserGlobalSignOutCommand(named(sub))).catch(nullForMissing)
    },
    async describe(sub) {
      const found = await find(sub)
      if (!found) return null
      const locked = lockedAmong ? await withinTime(() => lockedAmong([sub])) : null
      return {
        mfaEnabled: (found.UserMFASettingList ?? []).length > 0,
        hasAuthenticator: signsInByAuthenticator(found),
        mustChangePassword:
          found.UserStatus === 'FORCE_CHANGE_PASSWORD' || found.UserStatus === 'RESET_REQUIRED',
        isLocked: locked?.has(sub) ?? null,
      }
    },
    async findSub(email) {
      const found = await find(email)
      return found && subOf(found.UserAttributes)
    },
    async check() {
      await find(NO_USER)
    },
    lockedAmong: async (subs) => (lockedAmong ? withinTime(() => lockedAmong(subs)) : null),
    failedSignIns: async (from, to) => (failedSignIns ? withinTime(() => failedSignIns(from, to)) : null),
  }
}

/** False if a sign-in may use another factor instead. Without a preference, the user chooses among several. */
function signsInByAuthenticator({
  UserMFASettingList: enabled = [],
  PreferredMfaSetting: preferred,
}: cognito.AdminGetUserCommandOutput): boolean {
  const used = preferred ?? (enabled.length === 1 ? enabled[0] : undefined)
  return used === 'SOFTWARE_TOKEN_MFA' && enabled.includes(used)
}

function nullFor(type: string) {
  return (error: unknown) => {
    if (error instanceof ProviderError && error.type === type) return null
    throw error
  }
}

/** A nonexistent user name. */
const NO_USER = '00000000-0000-4000-8000-000000000000'

const nullForMissing = nullFor('UserNotFoundException')

/** An empty value removes the attribute. */
function attributesOf({ givenName, familyName, contact }: Profile) {
  return [
    { Name: 'given_name', Value: givenName },
    { Name: 'family_name', Value: familyName },
    ...(contact === undefined ? [] : [{ Name: 'phone_number', Value: contact ?? '' }]),
  ]
}

/** A pool with sign-in by email generates usernames; tokens identify the user by `sub`. */
function subOf(attributes: readonly { Name?: string | undefined; Value?: string | undefined }[] = []) {
  const sub = attributes.find(({ Name }) => Name === 'sub')?.Value
  if (!sub) throw new ProviderError('The identity provider named no sub for the user.')
  return sub
}

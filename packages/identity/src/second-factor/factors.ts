import type { Account } from '../accounts.ts'
import type { Context } from '../context.ts'
import { invalidParameter } from '../errors.ts'
import { type Input, optionalFlag, section } from '../input.ts'
import { clearCodeFailures } from '../sign-in/attempts.ts'
import {
  deleteAuthenticator,
  type Factor,
  type FactorsRow,
  findFactors,
  savePreference,
} from '../store/second-factors.ts'
import type { UserRow } from '../store/users.ts'

/** The fields of GetUser and AdminGetUser; empty without second factors. */
export async function describeFactors(context: Context, sub: string): Promise<object> {
  const row = await findFactors(context.pool, sub)
  const enabled = enabledFactors(row)
  const preferred = enabled.find((factor) => factor === row.preferred)
  return {
    ...(enabled.length > 0 && { UserMFASettingList: enabled }),
    ...(preferred && { PreferredMfaSetting: preferred }),
  }
}

/** Enabled factors in order of strength; the first one is the default without a preference. */
function enabledFactors(row: FactorsRow): Factor[] {
  const factors: Factor[] = []
  if (row.totpEnabled) factors.push('SOFTWARE_TOKEN_MFA')
  if (row.smsEnabled) factors.push('SMS_MFA')
  return factors
}

/**
 * The second factor of a sign-in, if any. Where the pool requires one, a confirmed authenticator is used even when
 * its owner has disabled it. `unusable`: only SMS to a number that is no longer verified, which must not allow a
 * sign-in without a second factor.
 */
export function requiredFactor(
  { mfa }: Context,
  row: FactorsRow,
  user: Pick<UserRow, 'attributes'>,
): Factor | 'unusable' | undefined {
  const enabled = enabledFactors(row)
  if (mfa === 'required' && row.totpSecret && !row.totpEnabled) enabled.push('SOFTWARE_TOKEN_MFA')
  const usable = enabled.filter((factor) => factor !== 'SMS_MFA' || verifiedPhone(user))
  const chosen = usable.find((factor) => factor === row.preferred) ?? usable[0]
  return chosen ?? (enabled.length > 0 ? 'unusable' : undefined)
}

export function verifiedPhone({ attributes }: Pick<UserRow, 'attributes'>): string | undefined {
  return attributes.phone_number_verified === 'true' ? attributes.phone_number : undefined
}

/** `preferred` is undefined where the request does not change it. */
type Setting = { enabled: boolean; preferred: boolean | undefined }

/** Keeps settings that the request does not contain. Ends no session. */
async function changePreference(
  context: Context,
  account: Account,
  input: Input,
  { keepsOne }: { keepsOne: boolean },
): Promise<void> {
  const totp = readSetting(input, 'SoftwareTokenMfaSettings')
  const sms = readSetting(input, 'SMSMfaSettings')
  for (const name of ['EmailMfaSettings', 'WebAuthnMfaSettings']) {
    if (readSetting(input, name)?.enabled) throw invalidParameter(`${name} is not supported`)
  }
  if (totp?.preferred && sms?.preferred) throw invalidParameter('Only one MFA type can be preferred')
  if (context.mfa === 'off' && (totp?.enabled || sms?.enabled)) {
    throw invalidParameter('MFA is turned off for the user pool')
  }
  const row = await findFactors(context.pool, account.sub)
  if (totp?.enabled && !row.totpSecret) throw invalidParameter('User has not verified software token mfa')
  if (sms?.enabled && !verifiedPhone(account)) {
    throw invalidParameter('User does not have delivery config set to turn on SMS_MFA')
  }
  const totpEnabled = totp?.enabled ?? row.totpEnabled
  const smsEnabled = sms?.enabled ?? row.smsEnabled
  if (keepsOne) {
    const phone = verifiedPhone(account)
    const hadOne = row.totpSecret !== null || (row.smsEnabled && phone)
    // SMS requires a verified number.
    if (hadOne && !totpEnabled && !(smsEnabled && phone)) {
      throw invalidParameter('MFA is required for the user pool')
    }
  }
  await savePreference(context.pool, account.sub, {
    totpEnabled,
    smsEnabled,
    preferred: preferredAfter(row, { SOFTWARE_TOKEN_MFA: totp, SMS_MFA: sms }),
  })
}

/** Changes the user's preference. Where the pool requires a second factor, the last usable one cannot be disabled. */
export function changeOwnPreference(context: Context, account: Account, input: Input): Promise<void> {
  return changePreference(context, account, input, { keepsOne: context.mfa === 'required' })
}

/** Changes a preference as an administrator. Disabling an authenticator deletes its secret and its failed attempts. */
export async function changePreferenceOf(context: Context, account: Account, input: Input): Promise<void> {
  await changePreference(context, account, input, { keepsOne: false })
  if (readSetting(input, 'SoftwareTokenMfaSettings')?.enabled !== false) return
  await deleteAuthenticator(context.pool, account.sub)
  await clearCodeFailures(context, account)
}

function preferredAfter(row: FactorsRow, settings: Record<Factor, Setting | undefined>): Factor | null {
  let preferred = row.preferred
  for (const factor of ['SOFTWARE_TOKEN_MFA', 'SMS_MFA'] as const) {
    const setting = settings[factor]
    if (!setting) continue
    if (setting.enabled && setting.preferred) preferred = factor
    else if (preferred === factor && (!setting.enabled || setting.preferred === false)) preferred = null
  }
  return preferred
}

function readSetting(input: Input, name: string): Setting | undefined {
  if (!Object.hasOwn(input, name) || input[name] === null || input[name] === undefined) return undefined
  const setting = section(input, name)
  const enabled = optionalFlag(setting, 'Enabled')
  const preferred = optionalFlag(setting, 'PreferredMfa')
  if (preferred && !enabled) throw invalidParameter(`Invalid value for parameter ${name}`)
  return { enabled, preferred: Object.hasOwn(setting, 'PreferredMfa') ? preferred : undefined }
}

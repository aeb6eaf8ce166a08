import type { Context } from '../context.ts'
import { type Factor, type FactorsRow, findFactors } from '../store/second-factors.ts'
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

/** In order of strength: the first enabled one is the default without a preference. */
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

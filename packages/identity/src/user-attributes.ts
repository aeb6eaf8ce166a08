import { invalidParameter } from './errors.ts'
import { type Input, list, optionalText, requiredText } from './input.ts'
import type { UserRow } from './store/users.ts'

type Profile = Pick<UserRow, 'email' | 'emailVerified' | 'attributes'>

const STORED =
  /^(given_name|family_name|name|phone_number|phone_number_verified|locale|zoneinfo|custom:\w{1,20})$/
const MAX_ATTRIBUTES = 50

/** Text before and after one @, without spaces. Only a message can prove the rest. */
const EMAIL = /^[^\s@]+@[^\s@]+$/

export function assertEmail(email: string): void {
  if (!EMAIL.test(email)) throw invalidParameter('Username should be an email.')
}

/** Attributes in the format of the protocol. */
export function attributeList(user: Profile & Pick<UserRow, 'sub'>): { Name: string; Value: string }[] {
  const all = {
    sub: user.sub,
    email: user.email,
    email_verified: String(user.emailVerified),
    ...user.attributes,
  }
  return Object.entries(all).map(([Name, Value]) => ({ Name, Value }))
}

/**
 * The profile with the request's attributes on top; an empty value removes one.
 * A changed email or telephone number is unverified unless the same request verifies it.
 */
export function withAttributes(profile: Profile, input: Input): Profile {
  const result: Profile = { ...profile, attributes: { ...profile.attributes } }
  const changes = new Map(
    list(input, 'UserAttributes', MAX_ATTRIBUTES).map((attribute) => [
      requiredText(attribute, 'Name', 64),
      optionalText(attribute, 'Value', 2048) ?? '',
    ]),
  )
  const email = changes.get('email')
  if (email !== undefined) {
    if (email.length > 128) throw invalidParameter('Invalid value for parameter email')
    assertEmail(email)
    if (email.toLowerCase() !== profile.email.toLowerCase()) result.emailVerified = false
    result.email = email
  }
  if ((changes.get('phone_number') ?? profile.attributes.phone_number) !== profile.attributes.phone_number) {
    delete result.attributes.phone_number_verified
  }
  for (const [name, value] of changes) {
    if (name === 'email') continue
    if (name === 'email_verified') result.emailVerified = value === 'true'
    else if (!STORED.test(name)) throw invalidParameter(`Attribute does not exist in the schema: ${name}`)
    else if (value === '') delete result.attributes[name]
    else result.attributes[name] = value
  }
  return result
}

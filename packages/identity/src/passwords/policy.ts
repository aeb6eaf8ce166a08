import { randomInt } from 'node:crypto'
import { invalidPassword } from '../errors.ts'

export type PasswordPolicy = { minLength: number; special: string }

export const DEFAULT_POLICY: PasswordPolicy = { minLength: 12, special: '!@#$%^&*' }

export const MAX_PASSWORD_LENGTH = 256

/** Throws InvalidPasswordException with the first unmet requirement. */
export function assertPolicy(password: string, policy: PasswordPolicy): void {
  const violation = firstViolation(password, policy)
  if (violation) throw invalidPassword(`Password did not conform with policy: ${violation}`)
}

function firstViolation(password: string, policy: PasswordPolicy): string | undefined {
  if (password.length < policy.minLength) return 'Password not long enough'
  if (password.length > MAX_PASSWORD_LENGTH) return 'Password too long'
  if (!/[A-Z]/.test(password)) return 'Password must have uppercase characters'
  if (!/[a-z]/.test(password)) return 'Password must have lowercase characters'
  if (!/[0-9]/.test(password)) return 'Password must have numeric characters'
  if (![...policy.special].some((special) => password.includes(special))) {
    return 'Password must have symbol characters'
  }
  return undefined
}

// Without look-alikes: 0 O, 1 l I.
const UPPER = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const LOWER = 'abcdefghijkmnopqrstuvwxyz'
const DIGITS = '23456789'

/** Password of sixteen characters or the policy's minimum, about 90 bits, that meets the policy. */
export function generatePassword(policy: PasswordPolicy): string {
  const kinds = [UPPER, LOWER, DIGITS, policy.special]
  const characters = kinds.map(pick)
  while (characters.length < Math.max(16, policy.minLength)) characters.push(pick(kinds.join('')))
  for (let i = characters.length - 1; i > 0; i--) {
    const j = randomInt(i + 1)
    ;[characters[i], characters[j]] = [characters[j] ?? '', characters[i] ?? '']
  }
  return characters.join('')
}

function pick(from: string): string {
  return from[randomInt(from.length)] ?? ''
}

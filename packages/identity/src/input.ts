import { IdentityError, invalidParameter } from './errors.ts'

/** Unvalidated request body; each accessor validates the field that it reads. */
export type Input = Readonly<Record<string, unknown>>

// Refresh and access tokens are the longest fields.
const MAX_BODY_BYTES = 16_384

export function parseBody(body: string | Uint8Array): Input {
  // The SDK's byte type warns when used as a string, so use members of Uint8Array only.
  if ((typeof body === 'string' ? body.length : body.byteLength) > MAX_BODY_BYTES)
    throw new IdentityError('SerializationException', 'Request is too large')
  try {
    const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
    const value: unknown = JSON.parse(text || '{}')
    if (isInput(value)) return value
  } catch {
    // Rejected below, because the parser's message would quote the body.
  }
  throw new IdentityError('SerializationException', 'Request is not a JSON object')
}

export function optionalText(input: Input, name: string, maxLength: number): string | undefined {
  const value = Object.hasOwn(input, name) ? input[name] : undefined
  if (value === undefined || value === null) return undefined
  // PostgreSQL stores neither NUL nor lone surrogates, and no valid field contains them.
  if (
    typeof value !== 'string' ||
    value.length > maxLength ||
    value.includes('\0') ||
    !value.isWellFormed()
  ) {
    throw invalidParameter(`Invalid value for parameter ${name}`)
  }
  return value
}

export function requiredText(input: Input, name: string, maxLength: number): string {
  const value = optionalText(input, name, maxLength)
  if (!value) throw invalidParameter(`Missing required parameter ${name}`)
  return value
}

export function optionalFlag(input: Input, name: string): boolean {
  const value = Object.hasOwn(input, name) ? input[name] : undefined
  if (value === undefined || value === null) return false
  if (typeof value !== 'boolean') throw invalidParameter(`Invalid value for parameter ${name}`)
  return value
}

export function section(input: Input, name: string): Input {
  const value = Object.hasOwn(input, name) ? input[name] : undefined
  if (value === undefined || value === null) return {}
  if (!isInput(value)) throw invalidParameter(`Invalid value for parameter ${name}`)
  return value
}

export function list(input: Input, name: string, maxLength: number): Input[] {
  const value = Object.hasOwn(input, name) ? input[name] : undefined
  if (value === undefined || value === null) return []
  if (!Array.isArray(value) || value.length > maxLength || !value.every(isInput)) {
    throw invalidParameter(`Invalid value for parameter ${name}`)
  }
  return value
}

export const readUsername = (input: Input, name = 'Username') => requiredText(input, name, 128)
export const readPassword = (input: Input, name: string) => requiredText(input, name, 256)
export const readToken = (input: Input, name: string) => requiredText(input, name, 4096)

/** Accepts lower case only, as in the database. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text)
}

function isInput(value: unknown): value is Input {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

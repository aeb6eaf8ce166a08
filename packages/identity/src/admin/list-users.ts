import type { Context } from '../context.ts'
import { invalidParameter } from '../errors.ts'
import { type Input, optionalText } from '../input.ts'
import * as users from '../store/users.ts'
import { describeUser } from './subject.ts'

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

export async function listUsers(context: Context, input: Input): Promise<object> {
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

import { type Account, findAccount } from '../accounts.ts'
import type { Context } from '../context.ts'
import { userNotFound } from '../errors.ts'
import { type Input, readUsername } from '../input.ts'
import type { UserRow } from '../store/users.ts'
import { attributeList } from '../user-attributes.ts'

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
export function describeOneUser(user: UserRow, factors: object): object {
  return { ...baseFields(user), UserAttributes: attributeList(user), ...factors }
}

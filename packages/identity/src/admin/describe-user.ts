import type { UserRow } from '../store/users.ts'
import { attributeList } from '../user-attributes.ts'

/** Dates are seconds since 1970, as the SDK's JSON protocol has them. */
function facts(user: UserRow): object {
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
  return { ...facts(user), Attributes: attributes.filter(wanted) }
}

/** AdminGetUser names the attributes differently from all other replies and includes second factors. */
export function describeOneUser(user: UserRow, factors: object): object {
  return { ...facts(user), UserAttributes: attributeList(user), ...factors }
}

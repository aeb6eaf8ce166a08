import type { AccessChangeRequest } from '@backoffice/contract/explain'
import { keysOf } from '@backoffice/contract/objects'
import type { UserRow } from '@backoffice/contract/users'
import { USER_RULES } from '@backoffice/contract/users'
import type { FieldTexts } from '../../kit/record/merge.ts'
import { chosenOf, chosenTexts, itemOf } from '../access/chosen.ts'
import { profileOf, type UserValues } from './user-fields.tsx'

/** Form values of a user. */
export function valuesOf(user: UserRow): UserValues {
  return {
    email: user.email,
    given_name: user.given_name,
    family_name: user.family_name,
    contact: user.contact ?? '',
    employee_no: user.employee_no ?? '',
    department: user.department ?? '',
    role_id: user.role.id,
    extra_policies: user.extra_policies.map(({ id }) => id).toSorted(),
  }
}

const sameIds = (one: readonly string[], other: readonly string[]) =>
  one.toSorted().join() === other.toSorted().join()

/** Change of access; undefined without one. */
export function changeOf(
  id: string,
  before: UserValues,
  values: UserValues,
): AccessChangeRequest | undefined {
  const { role_id, extra_policies } = values
  if (role_id === before.role_id && sameIds(extra_policies, before.extra_policies)) return undefined
  // Without a role nothing can be saved.
  return role_id === '' ? undefined : { kind: 'user', id, role_id, extra_policies: extra_policies.toSorted() }
}

/** Changed part of an update; undefined without a change. */
export function changesOf(before: UserValues, values: UserValues) {
  const profile = profileOf(values)
  const changed = keysOf(profile).filter((name) => values[name] !== before[name])
  const changes = {
    ...Object.fromEntries(changed.map((name) => [name, profile[name]])),
    ...(values.role_id !== before.role_id && { role_id: values.role_id }),
    ...(!sameIds(values.extra_policies, before.extra_policies) && {
      extra_policies: values.extra_policies,
    }),
  }
  return Object.keys(changes).length > 0 ? changes : undefined
}

/** Values as text, for the merge of two versions. */
export function asText({ extra_policies, ...fields }: UserValues): FieldTexts {
  return { ...fields, ...chosenTexts('policy', extra_policies) }
}

export function fromText(texts: FieldTexts): UserValues {
  const fields = Object.keys(USER_RULES).map((name) => [name, texts[name] ?? ''])
  return { ...Object.fromEntries(fields), extra_policies: chosenOf('policy', texts) } as UserValues
}

/** `nameOf` returns the name of a policy. */
export function textLabel(name: string, nameOf: (policyId: string) => string): string {
  const policy = itemOf('policy', name)
  if (policy) return `Extra policy ${nameOf(policy)}`
  return Object.entries(USER_RULES).find(([field]) => field === name)?.[1].label ?? name
}

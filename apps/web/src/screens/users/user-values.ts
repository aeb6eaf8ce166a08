import { USER_RULES } from '@backoffice/contract/endpoints/users'
import type { UserRow } from '@backoffice/contract/users'
import type { Values } from '../../kit/record/merge.ts'
import { PROFILE_NAMES, profileOf, type UserValues } from './profile-fields.tsx'

/** What a form holds of a user. */
export function valuesOf(user: UserRow): UserValues {
  return {
    email: user.email,
    given_name: user.given_name,
    family_name: user.family_name,
    contact: user.contact ?? '',
    employee_no: user.employee_no ?? '',
    department: user.department ?? '',
    role_id: user.role.id,
    extra_policies: user.extra_policies.map(({ id }) => id),
  }
}

const sameIds = (one: readonly string[], other: readonly string[]) =>
  one.toSorted().join() === other.toSorted().join()

export function isAccessChanged(before: UserValues, values: UserValues): boolean {
  return values.role_id !== before.role_id || !sameIds(values.extra_policies, before.extra_policies)
}

/** The part of an update that differs; undefined when nothing does. */
export function changesOf(before: UserValues, values: UserValues) {
  const profile = Object.entries(profileOf(values)).filter(
    // Its names are those of the values.
    ([name]) => values[name as keyof UserValues] !== before[name as keyof UserValues],
  )
  const changes = {
    ...Object.fromEntries(profile),
    ...(values.role_id !== before.role_id && { role_id: values.role_id }),
    ...(!sameIds(values.extra_policies, before.extra_policies) && {
      extra_policies: values.extra_policies,
    }),
  }
  return Object.keys(changes).length > 0 ? changes : undefined
}

export const MERGED_NAMES = [...PROFILE_NAMES, 'role_id', 'extra_policies']

/** As text, for the merge of two versions: the policies as sorted ids. */
export function asText(values: UserValues): Values {
  return { ...values, extra_policies: values.extra_policies.toSorted().join(',') }
}

export const fromText = (text: string) => (text === '' ? [] : text.split(','))

export function fieldLabel(name: string): string {
  if (name === 'extra_policies') return 'Extra policies'
  return Object.entries(USER_RULES).find(([field]) => field === name)?.[1].label ?? name
}

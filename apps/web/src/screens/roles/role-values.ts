import type { Module } from '@backoffice/contract/access'
import type { AccessChangeRequest } from '@backoffice/contract/endpoints/explain'
import { ROLE_RULES, type Role } from '@backoffice/contract/endpoints/roles'
import { chosenOf, chosenTexts, itemOf } from '../../access/chosen.ts'
import type { Values } from '../../kit/record/merge.ts'

export type RoleValues = { name: string; description: string; modules: string[]; policy_ids: string[] }

/** A policy of a role, as far as it says what it allows. */
export type GrantedPolicy = Role['policies'][number]

export const NO_VALUES: RoleValues = { name: '', description: '', modules: [], policy_ids: [] }

export function valuesOf({ name, description, modules, policies }: Role): RoleValues {
  return {
    name,
    description,
    modules: modules.toSorted(),
    policy_ids: policies.map(({ id }) => id).toSorted(),
  }
}

/** As the calls take them. */
export function bodyOf({ modules, ...values }: RoleValues) {
  // They come from the table of modules.
  return { ...values, modules: modules as Module[] }
}

const same = (one: readonly string[], other: readonly string[]) => one.join() === other.join()

/** What is changed about access; undefined while it stays as it is. */
export function changeOf(
  id: string,
  before: RoleValues,
  values: RoleValues,
): AccessChangeRequest | undefined {
  const { modules, policy_ids } = bodyOf(values)
  if (same(modules, before.modules) && same(policy_ids, before.policy_ids)) return undefined
  return { kind: 'role', id, modules, policy_ids }
}

/** The part of an update that differs; undefined when nothing does. */
export function updateOf(before: RoleValues, values: RoleValues) {
  const body = bodyOf(values)
  const changes = {
    ...(body.name !== before.name && { name: body.name }),
    ...(body.description !== before.description && { description: body.description }),
    ...(!same(body.modules, before.modules) && { modules: body.modules }),
    ...(!same(body.policy_ids, before.policy_ids) && { policy_ids: body.policy_ids }),
  }
  return Object.keys(changes).length > 0 ? changes : undefined
}

/** As text, for the merge of two versions. */
export function asText({ name, description, modules, policy_ids }: RoleValues): Values {
  return { name, description, ...chosenTexts('module', modules), ...chosenTexts('policy', policy_ids) }
}

export function fromText(texts: Values): RoleValues {
  const { name = '', description = '' } = texts
  return { name, description, modules: chosenOf('module', texts), policy_ids: chosenOf('policy', texts) }
}

/** `nameOf`: of a policy, by its id. */
export function textLabel(name: string, nameOf: (policyId: string) => string): string {
  const [module, policy] = [itemOf('module', name), itemOf('policy', name)]
  if (module) return `Module ${module}`
  if (policy) return `Policy ${nameOf(policy)}`
  return fieldLabel(name)
}

const LABELS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(ROLE_RULES).map(([name, { label }]) => [name, label])),
  policies: 'Policies',
}

export const fieldLabel = (name: string) => LABELS[name] ?? name

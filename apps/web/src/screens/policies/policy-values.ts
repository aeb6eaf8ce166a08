import type { AccessChangeRequest } from '@backoffice/contract/endpoints/explain'
import { POLICY_RULES, type Policy } from '@backoffice/contract/endpoints/policies'
import { chosenOf, chosenTexts, itemOf } from '../../access/chosen.ts'
import type { Values } from '../../kit/record/merge.ts'

export type PolicyValues = { name: string; description: string; statements: string[] }

export const NO_VALUES: PolicyValues = { name: '', description: '', statements: [] }

export function valuesOf({ name, description, statements }: Policy): PolicyValues {
  return { name, description, statements: statements.toSorted() }
}

const same = (one: readonly string[], other: readonly string[]) => one.join() === other.join()

/** What is changed about access; undefined while it stays as it is. */
export function changeOf(
  id: string,
  before: PolicyValues,
  { statements }: PolicyValues,
): AccessChangeRequest | undefined {
  return same(statements, before.statements) ? undefined : { kind: 'policy', id, statements }
}

/** The part of an update that differs; undefined when nothing does. */
export function updateOf(before: PolicyValues, { name, description, statements }: PolicyValues) {
  const changes = {
    ...(name !== before.name && { name }),
    ...(description !== before.description && { description }),
    ...(!same(statements, before.statements) && { statements }),
  }
  return Object.keys(changes).length > 0 ? changes : undefined
}

/** As text, for the merge of two versions. */
export function asText({ name, description, statements }: PolicyValues): Values {
  return { name, description, ...chosenTexts('statement', statements) }
}

export function fromText(texts: Values): PolicyValues {
  const { name = '', description = '' } = texts
  return { name, description, statements: chosenOf('statement', texts) }
}

export function textLabel(name: string): string {
  return itemOf('statement', name) ?? fieldLabel(name)
}

const LABELS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(POLICY_RULES).map(([name, { label }]) => [name, label])),
  risk: 'Risk',
}

export const fieldLabel = (name: string) => LABELS[name] ?? name

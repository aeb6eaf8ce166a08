import type { TableDeclaration } from '@backoffice/contract/table'
import type { Values } from './merge.ts'

/** What was typed into a record that does not exist any more, until the form of a new one has taken it. */
let draft: { table: string; values: Values } | undefined

export function keepDraft({ name }: TableDeclaration, values: Values): void {
  draft = { table: name, values }
}

export function takeDraft({ name }: TableDeclaration): Values | undefined {
  const taken = draft?.table === name ? draft.values : undefined
  draft = undefined
  return taken
}

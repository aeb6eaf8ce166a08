import type { TableDeclaration } from '@backoffice/contract/table'
import { useEffect, useEffectEvent } from 'react'
import type { FieldTexts } from './merge.ts'

/** Input for a record that no longer exists, until the form of a new record takes it. */
let draft: { table: string; values: FieldTexts } | undefined

export function keepDraft({ name }: TableDeclaration, values: FieldTexts): void {
  draft = { table: name, values }
}

function takeDraft({ name }: TableDeclaration): FieldTexts | undefined {
  const taken = draft?.table === name ? draft.values : undefined
  draft = undefined
  return taken
}

/** Fills in the input for a record that was deleted in the meantime. */
export function useDraft(table: TableDeclaration, set: (name: string, value: string) => void): void {
  const fill = useEffectEvent(() => {
    for (const [name, value] of Object.entries(takeDraft(table) ?? {})) if (value !== '') set(name, value)
  })
  useEffect(() => fill(), [])
}

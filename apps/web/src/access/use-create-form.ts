import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import type { RuleFormOptions, Values } from '../kit/form/rule-form.ts'
import { useRuleForm } from '../kit/form/use-rule-form.ts'
import { setLastRow } from '../kit/record/open-record.ts'
import { recordLink } from '../kit/record/record-links.ts'
import { performWrite } from '../kit/record/write.ts'
import { refreshAccess } from './access-queries.ts'

type Options<V extends Values, Created> = {
  of: { readonly path: string }
  fields: RuleFormOptions<V>['fields']
  values: V
  /** The call; with the same key for the same values, so that a repeated one creates once. */
  create: (values: V, idempotencyKey: string) => Promise<Created>
  store: (created: Created) => void
}

/** The form of a new role or policy, which is shown once it is there. */
export function useCreateForm<V extends Values, Created extends { id: string; name: string }>({
  of,
  fields,
  values: initial,
  create,
  store,
}: Options<V, Created>) {
  const navigate = useNavigate()
  const created = useRef('')
  const last = useRef({ text: '', key: '' })
  return useRuleForm<V>({
    fields,
    values: initial,
    submit: async (values) => {
      const text = JSON.stringify(values)
      if (last.current.text !== text) last.current = { text, key: crypto.randomUUID() }
      const { id } = await performWrite(
        {
          run: () => create(values, last.current.key),
          done: ({ name }) => `${name} created`,
          refresh: refreshAccess,
          onDone: store,
        },
        undefined,
      )
      created.current = id
      setLastRow(id)
    },
    saved: () => void navigate(recordLink(of, created.current)),
  })
}

/** The name of a copy, within its limit. */
export const copyName = (name: string, maxLength: number) => `Copy of ${name}`.slice(0, maxLength).trim()

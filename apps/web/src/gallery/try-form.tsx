import { type ReactNode, useEffect, useState } from 'react'
import { Form, FormErrorNotice } from '../kit/form/form.tsx'
import type { RuleForm, RuleFormOptions, Values } from '../kit/form/rule-form.ts'
import { useRuleForm } from '../kit/form/use-rule-form.ts'
import { Button } from '../ui/button.tsx'
import css from './try-form.module.css'

type Props<V extends Values> = Omit<RuleFormOptions<V>, 'submit'> & {
  name: string
  /** Simulated server; accepts everything by default. */
  submit?: RuleFormOptions<V>['submit']
  children: (form: RuleForm<V>) => ReactNode
}

/** Demo form for `useRuleForm` that shows its state and submitted values. */
export function TryForm<V extends Values>({ name, submit, children, ...options }: Props<V>) {
  const [sent, setSent] = useState<string[]>([])
  // The prerendered page has no form state.
  const [alive, setAlive] = useState(false)
  useEffect(() => setAlive(true), [])
  const form = useRuleForm<V>({
    ...options,
    async submit(values) {
      await submit?.(values)
      setSent((before) => [...before, JSON.stringify(values, readable)])
    },
  })
  return (
    <Form form={form} className={css.form} aria-label={name}>
      <FormErrorNotice form={form} />
      {children(form)}
      <div className={css.actions}>
        <Button type="submit" variant="primary" busy={form.busy}>
          Save
        </Button>
        <Button variant="quiet" onClick={() => form.reset()}>
          Start over
        </Button>
      </div>
      <p className={css.state}>
        {alive &&
          `${form.valid ? 'All fields are valid' : 'Some fields are not valid'} · ${form.dirty ? 'unsaved changes' : 'no unsaved changes'}`}
      </p>
      <output className={css.sent}>{sent.length > 0 && `Sent ${sent.length}×, last: ${sent.at(-1)}`}</output>
    </Form>
  )
}

function readable(key: string, value: unknown): unknown {
  if (value instanceof File) return value.name
  return key.startsWith('password') ? `${String(value).length} characters` : value
}

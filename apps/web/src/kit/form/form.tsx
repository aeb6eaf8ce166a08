import type { ReactNode } from 'react'
import { Notice } from '../../ui/notice.tsx'
import type { RuleForm, Values } from './rule-form.ts'

type Props<V extends Values> = {
  form: RuleForm<V>
  className?: string | undefined
  'aria-label'?: string
  children: ReactNode
}

/** The form element. A browser that submits it before our code has arrived sends nothing anywhere. */
export function Form<V extends Values>({ form, children, ...rest }: Props<V>) {
  return (
    <form {...rest} {...form.element}>
      {children}
    </form>
  )
}

/** Why the form was not accepted, where that is no field's fault. */
export function FormRefusal<V extends Values>({ form }: { form: RuleForm<V> }) {
  if (!form.refusal) return null
  return (
    <Notice tone="bad" live>
      {form.refusal}
    </Notice>
  )
}

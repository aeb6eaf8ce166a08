import type { ReactNode } from 'react'
import { Notice } from '../../ui/notice.tsx'
import type { Gate } from '../access/permission.ts'
import type { RuleForm, Values } from './rule-form.ts'

type Props<V extends Values> = {
  form: RuleForm<V>
  className?: string | undefined
  'aria-label'?: string
  /** Guard of a gate, which cancels any submission without permission. */
  guard?: Gate['guard']
  children: ReactNode
}

/** The form element. Its method `dialog` sends nothing if it is submitted before hydration. */
export function Form<V extends Values>({ form, guard, children, ...rest }: Props<V>) {
  const { onSubmit } = form.element
  return (
    <form {...rest} {...form.element} onSubmit={guard ? guard(onSubmit) : onSubmit}>
      {children}
    </form>
  )
}

/** The form's error without a field. */
export function FormErrorNotice<V extends Values>({ form }: { form: RuleForm<V> }) {
  if (!form.formError) return null
  return (
    <Notice tone="bad" live>
      {form.formError}
    </Notice>
  )
}

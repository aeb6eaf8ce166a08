import type { ReactNode } from 'react'
import { Notice } from '../../ui/notice.tsx'
import type { Gate } from '../permission.ts'
import type { RuleForm, Values } from './rule-form.ts'

type Props<V extends Values> = {
  form: RuleForm<V>
  className?: string | undefined
  'aria-label'?: string
  /** Of a gate: cancels a submission without permission, however it comes about. */
  guard?: Gate['guard']
  children: ReactNode
}

/** The form element. Submitted before hydration, it sends nothing, because its method is `dialog`. */
export function Form<V extends Values>({ form, guard, children, ...rest }: Props<V>) {
  const { onSubmit } = form.element
  return (
    <form {...rest} {...form.element} onSubmit={guard ? guard(onSubmit) : onSubmit}>
      {children}
    </form>
  )
}

/** The error of the form that belongs to no field. */
export function FormErrorNotice<V extends Values>({ form }: { form: RuleForm<V> }) {
  if (!form.formError) return null
  return (
    <Notice tone="bad" live>
      {form.formError}
    </Notice>
  )
}

import type { ReactNode } from 'react'
import { Notice } from '../../ui/notice.tsx'
import type { RuleForm, Values } from './rule-form.ts'

type Props<V extends Values> = {
  form: RuleForm<V>
  className?: string | undefined
  'aria-label'?: string
  children: ReactNode
}

/** The form element. Submitted before hydration, it sends nothing, because its method is `dialog`. */
export function Form<V extends Values>({ form, children, ...rest }: Props<V>) {
  return (
    <form {...rest} {...form.element}>
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

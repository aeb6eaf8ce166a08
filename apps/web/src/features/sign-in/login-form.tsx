import type { ReactNode } from 'react'
import { Form, FormErrorNotice } from '../../kit/form/form.tsx'
import type { RuleForm, Values } from '../../kit/form/rule-form.ts'
import { Notice } from '../../ui/notice.tsx'
import css from './login-form.module.css'

export type LoginNotice = { tone: 'bad' | 'ok' | 'info'; message: string }

type Props<V extends Values> = {
  form: RuleForm<V>
  title: string
  /** Document title if it differs from the heading. */
  pageTitle?: string
  lead: ReactNode
  /** Notice from the previous screen, or from a button that does not submit. */
  notice?: LoginNotice | undefined
  /** Links below the form. */
  after?: ReactNode
  children: ReactNode
}

/** The form of a screen in the login layout. */
export function LoginForm<V extends Values>(props: Props<V>) {
  const { form, title, pageTitle = title, lead, notice, after, children } = props
  return (
    <Form form={form} className={css.form}>
      <title>{`${pageTitle} · Backoffice`}</title>
      <div>
        <h1 tabIndex={-1}>{title}</h1>
        <p className={css.lead}>{lead}</p>
      </div>
      {notice && !form.formError && (
        <Notice tone={notice.tone} live>
          {notice.message}
        </Notice>
      )}
      <FormErrorNotice form={form} />
      {children}
      {after && <p className={css.after}>{after}</p>}
    </Form>
  )
}

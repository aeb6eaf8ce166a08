import type { ReactNode } from 'react'
import { Notice } from '../../ui/notice.tsx'
import { Form, FormRefusal } from '../form/form.tsx'
import type { RuleForm, Values } from '../form/rule-form.ts'
import css from './login-form.module.css'

export type LoginNotice = { tone: 'bad' | 'ok' | 'info'; words: string }

type Props<V extends Values> = {
  form: RuleForm<V>
  title: string
  /** Of the page, where it is not the heading. */
  pageTitle?: string
  lead: ReactNode
  /** What happened before: on the way here, or by a button that does not submit. */
  notice?: LoginNotice | undefined
  /** Where else to go, below the form. */
  after?: ReactNode
  children: ReactNode
}

/** The one form of a card for whoever is not signed in yet. */
export function LoginForm<V extends Values>(props: Props<V>) {
  const { form, title, pageTitle = title, lead, notice, after, children } = props
  return (
    <Form form={form} className={css.form}>
      <title>{`${pageTitle} · Backoffice`}</title>
      <div>
        <h1 tabIndex={-1}>{title}</h1>
        <p className={css.lead}>{lead}</p>
      </div>
      {notice && !form.refusal && (
        <Notice tone={notice.tone} live>
          {notice.words}
        </Notice>
      )}
      <FormRefusal form={form} />
      {children}
      {after && <p className={css.after}>{after}</p>}
    </Form>
  )
}

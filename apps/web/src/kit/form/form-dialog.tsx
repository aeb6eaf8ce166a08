import { type ReactNode, type Ref, useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from './form.tsx'
import css from './form-dialog.module.css'
import { FormRefusal } from './form-refusal.tsx'
import type { RuleForm, Values } from './rule-form.ts'

type Props<V extends Values> = {
  form: RuleForm<V>
  title: string
  /** Effect of submitting. */
  message: ReactNode
  yes: string
  no?: string
  noRef?: Ref<HTMLButtonElement>
  isDangerous?: boolean
  /** While its effect is not known. A part that appears would also move the button away from a press. */
  isLoading?: boolean
  role?: 'alertdialog'
  onClose: () => void
  children: ReactNode
}

/** A form before an action, for example for its reason. */
export function FormDialog<V extends Values>({
  form,
  title,
  message,
  yes,
  no = 'Cancel',
  noRef,
  isDangerous = false,
  isLoading = false,
  role,
  onClose,
  children,
}: Props<V>) {
  const id = useId()
  return (
    <Dialog {...(role && { role })} label={title} describedBy={id} onClose={onClose}>
      <Form form={form} className={css.question} aria-label={title}>
        <h2>{title}</h2>
        <p id={id} className={css.message}>
          {message}
        </p>
        <FormRefusal form={form} />
        {children}
        <div className={css.buttons}>
          <Button ref={noRef} onClick={onClose}>
            {no}
          </Button>
          <Button type="submit" variant={isDangerous ? 'danger' : 'primary'} busy={form.busy || isLoading}>
            {yes}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

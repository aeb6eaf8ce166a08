import type { UserRow } from '@backoffice/contract/users'
import { useId } from 'react'
import { Form, FormErrorNotice } from '../../kit/form/form.tsx'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { usersInWords } from './user-words.ts'
import css from './users.module.css'

type Props = {
  rows: readonly UserRow[]
  /** Throws what was refused of the call as a whole. */
  onDisable: (reason: string) => Promise<void>
  onClose: () => void
}

/** Asks why, before users lose their sessions. */
export function DisableDialog({ rows, onDisable, onClose }: Props) {
  const id = useId()
  const title = `Disable ${usersInWords(rows)}?`
  const form = useRuleForm({
    fields: { reason: { label: 'Reason', rules: 'required|max:200' } },
    values: { reason: '' },
    submit: ({ reason }) => onDisable(reason),
    saved: onClose,
    askOnLeaving: false,
  })
  return (
    <Dialog label={title} describedBy={id} onClose={onClose}>
      <Form form={form} className={css.question} aria-label={title}>
        <h2>{title}</h2>
        <p id={id} className={css.message}>
          Their sessions end, and their next call is refused. The account, its role and its history stay, and
          it can be enabled again.
        </p>
        <FormErrorNotice form={form} />
        <TextArea {...form.field('reason')} hint="For the history, which colleagues read" maxLength={800} />
        <div className={css.buttons}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="danger" busy={form.busy}>
            Disable
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

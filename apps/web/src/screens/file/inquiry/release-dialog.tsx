import { fileEndpoints, type TrackedFile } from '@backoffice/contract/endpoints/files'
import type { HOLD_DECISIONS } from '@backoffice/contract/held-results'
import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { fileKeys } from '../../../files/file-cache.ts'
import { Form, FormErrorNotice } from '../../../kit/form/form.tsx'
import { useRuleForm } from '../../../kit/form/use-rule-form.ts'
import { toastDone } from '../../../kit/toast.ts'
import { call } from '../../../net/call.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import css from '../reason-dialog.module.css'

type Decision = (typeof HOLD_DECISIONS)[number]

const WORDS = {
  RELEASED: {
    title: 'Release this result?',
    message: 'Everyone who may open this file can then download it.',
    yes: 'Release result',
    done: 'Result released',
  },
  REFUSED: {
    title: 'Keep this result held?',
    message: 'It stays on this screen without a download, with your reason. It can be released later.',
    yes: 'Keep held',
    done: 'Result kept held',
  },
} as const satisfies Record<Decision, unknown>

type Props = { file: TrackedFile; decision: Decision; onClose: () => void }

/** Asks for the reason of a decision about a held result. */
export function ReleaseDialog({ file: { source_filekey, version }, decision, onClose }: Props) {
  const id = useId()
  const queryClient = useQueryClient()
  const { title, message, yes, done } = WORDS[decision]
  const form = useRuleForm({
    fields: { reason: fileEndpoints.release.rules.reason },
    values: { reason: '' },
    async submit({ reason }) {
      const body = { source_filekey, version, decision, reason }
      const file = await call(fileEndpoints.release, { body })
      queryClient.setQueryData(fileKeys.detail(source_filekey), file)
      toastDone(done)
    },
    saved: onClose,
    askOnLeaving: false,
  })
  return (
    <Dialog label={title} describedBy={id} onClose={onClose}>
      <Form form={form} className={css.question} aria-label={title}>
        <h2>{title}</h2>
        <p id={id} className={css.message}>
          {message}
        </p>
        <FormErrorNotice form={form} />
        <TextArea {...form.field('reason')} hint="Visible to everyone who opens this file" maxLength={200} />
        <div className={css.buttons}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            {yes}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

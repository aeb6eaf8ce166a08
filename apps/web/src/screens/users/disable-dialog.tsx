import type { UserRow } from '@backoffice/contract/endpoints/users'
import { userEndpoints } from '@backoffice/contract/endpoints/users'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Form, FormErrorNotice } from '../../kit/form/form.tsx'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import { call } from '../../net/call.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { OpenWorkList } from './open-work.tsx'
import { RECEIVER_LABEL, Receiver } from './receiver.tsx'
import { fullName, usersInWords } from './user-words.ts'
import css from './users.module.css'
import { openWorkQuery } from './users-queries.ts'

type Props = {
  rows: readonly UserRow[]
  /** Throws what was refused of the call as a whole. */
  onDisable: (reason: string) => Promise<void>
  onClose: () => void
}

/** Asks why, before users lose their sessions, and offers to hand over the open work of a single one. */
export function DisableDialog({ rows, onDisable, onClose }: Props) {
  const id = useId()
  const [only, ...others] = rows
  const leaver = others.length === 0 ? only : undefined
  const { data: work } = useQuery({ ...openWorkQuery(leaver?.id ?? ''), enabled: leaver !== undefined })
  const hasOpen = work !== undefined && work.total > 0
  const [isHandedOver, setHandedOver] = useState(false)
  const title = `Disable ${usersInWords(rows)}?`
  const form = useRuleForm({
    fields: {
      reason: { label: 'Reason', rules: 'required|max:200' },
      ...(hasOpen && { to: { label: RECEIVER_LABEL, rules: '' } }),
    },
    values: { reason: '', to: '' },
    submit: async ({ reason, to }) => {
      if (leaver && to !== '' && !isHandedOver) {
        await call(userEndpoints.handOver, { body: { from: leaver.id, to } })
        setHandedOver(true)
      }
      await onDisable(reason)
    },
    saved: onClose,
    askOnLeaving: false,
  })
  const isHandingOver = form.watch('to') !== '' && !isHandedOver
  return (
    <Dialog label={title} describedBy={id} onClose={onClose}>
      <Form form={form} className={css.question} aria-label={title}>
        <h2>{title}</h2>
        <p id={id} className={css.message}>
          Their sessions end and they lose access immediately. The account, its role and its history stay, and
          it can be enabled again.
          {!leaver && ' Their running work fails: to hand it over, disable one user at a time.'}
        </p>
        <FormErrorNotice form={form} />
        <TextArea {...form.field('reason')} hint="Visible in history" maxLength={800} />
        {leaver && (
          <OpenWorkList
            userId={leaver.id}
            lead={(work) => `${fullName(leaver)} has ${work}. Running work fails unless it is handed over:`}
          />
        )}
        {leaver && hasOpen && !isHandedOver && <Receiver except={leaver.id} field={form.widget('to')} />}
        <div className={css.buttons}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="danger" busy={form.busy}>
            {isHandingOver ? 'Hand over and disable' : 'Disable'}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

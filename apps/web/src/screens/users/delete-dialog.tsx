import type { UserDetail } from '@backoffice/contract/endpoints/users'
import { userEndpoints } from '@backoffice/contract/endpoints/users'
import { useNavigate } from '@tanstack/react-router'
import { useLayoutEffect, useRef, useState } from 'react'
import { Form, FormErrorNotice } from '../../kit/form/form.tsx'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import { listLink } from '../../kit/record/record-links.ts'
import { performWrite } from '../../kit/record/write.ts'
import { call } from '../../net/call.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { OpenWorkList } from './open-work.tsx'
import { RECEIVER_LABEL, Receiver } from './receiver.tsx'
import { fullName } from './user-words.ts'
import css from './users.module.css'
import { forgetUser, refreshUsers, USERS } from './users-queries.ts'

const RECEIVER = { label: RECEIVER_LABEL, rules: 'select_required' } as const

type Props = { user: UserDetail; onClose: () => void }

/** Asks before a user is deleted, and to whom their open files and inquiries go. */
export function DeleteDialog({ user, onClose }: Props) {
  const navigate = useNavigate()
  const { id, version, open_files, open_inquiries } = user
  const name = fullName(user)
  const title = `Delete ${name}?`
  const hasOpen = open_files + open_inquiries > 0
  const [isHandedOver, setHandedOver] = useState(false)
  const keep = useRef<HTMLButtonElement>(null)
  // The dialog itself would focus the select, whose list covers the buttons.
  useLayoutEffect(() => keep.current?.focus(), [])
  const form = useRuleForm({
    fields: hasOpen ? { to: RECEIVER } : {},
    values: { to: '' },
    submit: async ({ to }) => {
      if (hasOpen && !isHandedOver) {
        await call(userEndpoints.handOver, { body: { from: id, to } })
        setHandedOver(true)
      }
      await performWrite(
        {
          run: () => call(userEndpoints.remove, { params: { id }, version }),
          done: () => `${name} deleted`,
          refresh: refreshUsers,
          onDone: () => forgetUser(id),
        },
        undefined,
      )
    },
    saved: () => {
      onClose()
      void navigate(listLink(USERS))
    },
    askOnLeaving: false,
  })
  return (
    <Dialog role="alertdialog" label={title} onClose={onClose}>
      <Form form={form} className={css.question} aria-label={title}>
        <h2>{title}</h2>
        <p className={css.message}>
          The sessions end and the account is removed from the identity provider. What {name} has done stays
          in the history. This cannot be undone.
        </p>
        <FormErrorNotice form={form} />
        {hasOpen &&
          (isHandedOver ? (
            <p className={css.message}>Open files and inquiries were handed over.</p>
          ) : (
            <>
              <OpenWorkList userId={id} lead={(work) => `${work} must be handed over first:`} />
              <Receiver except={id} field={form.widget('to')} />
            </>
          ))}
        <div className={css.buttons}>
          <Button ref={keep} onClick={onClose}>
            Keep
          </Button>
          <Button type="submit" variant="danger" busy={form.busy}>
            {hasOpen && !isHandedOver ? 'Hand over and delete' : 'Delete'}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

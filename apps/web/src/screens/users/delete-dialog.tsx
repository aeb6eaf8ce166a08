import type { UserDetail } from '@backoffice/contract/endpoints/users'
import { userEndpoints } from '@backoffice/contract/endpoints/users'
import { useNavigate } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import { listLink } from '../../kit/record/record-links.ts'
import { useWrite } from '../../kit/use-write.ts'
import { call } from '../../net/call.ts'
import { OpenWorkList } from './open-work.tsx'
import { RECEIVER_LABEL, Receiver, useHandOver } from './receiver.tsx'
import { fullName } from './user-words.ts'
import css from './users.module.css'
import { forgetUser, refreshUsers, USERS } from './users-queries.ts'

const RECEIVER = { label: RECEIVER_LABEL, rules: 'select_required' } as const

type Props = { user: UserDetail; onClose: () => void }

/** Confirms the deletion of a user, and reassigns open work. */
export function DeleteDialog({ user, onClose }: Props) {
  const navigate = useNavigate()
  const { id, version, open_files, open_inquiries, open_cases } = user
  const name = fullName(user)
  const title = `Delete ${name}?`
  const hasOpen = open_files + open_inquiries + open_cases > 0
  const handOver = useHandOver(id)
  const keep = useRef<HTMLButtonElement>(null)
  // By default the select gets the focus, and its list covers the buttons.
  useLayoutEffect(() => keep.current?.focus(), [])
  const remove = useWrite({
    run: () => call(userEndpoints.remove, { params: { id }, version }),
    successText: `${name} deleted`,
    store: () => forgetUser(id),
    refresh: refreshUsers,
  })
  const form = useRuleForm({
    fields: hasOpen ? { to: RECEIVER } : {},
    values: { to: '' },
    submit: async ({ to }) => {
      if (hasOpen) await handOver.send(to)
      await remove.send()
    },
    saved: () => {
      onClose()
      void navigate(listLink(USERS))
    },
    askOnLeaving: false,
  })
  return (
    <FormDialog
      role="alertdialog"
      form={form}
      title={title}
      message={`Sessions end and the account is removed from the identity provider. The history of ${name} is kept. You can’t undo this.`}
      yes={hasOpen && !handOver.isDone ? 'Reassign and delete' : 'Delete'}
      noRef={keep}
      isDangerous
      onClose={onClose}
    >
      {hasOpen &&
        (handOver.isDone ? (
          <p className={css.message}>Open work was reassigned.</p>
        ) : (
          <>
            <OpenWorkList userId={id} lead={(work) => `${work} must be reassigned first:`} />
            <Receiver except={id} field={form.widget('to')} />
          </>
        ))}
    </FormDialog>
  )
}

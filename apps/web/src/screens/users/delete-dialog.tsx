import { userEndpoints } from '@backoffice/contract/endpoints/users'
import type { UserDetail } from '@backoffice/contract/users'
import { useNavigate } from '@tanstack/react-router'
import { useLayoutEffect, useRef, useState } from 'react'
import { Form, FormErrorNotice } from '../../kit/form/form.tsx'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import { plural } from '../../kit/format-number.ts'
import { listLink } from '../../kit/record/record-links.ts'
import { performWrite } from '../../kit/record/write.ts'
import { call } from '../../net/call.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SearchableSelectField } from '../../ui/searchable-select-field.tsx'
import { useOptionSearch } from '../../ui/select/use-option-search.ts'
import { fullName } from './user-words.ts'
import css from './users.module.css'
import { forgetUser, refreshUsers, USERS } from './users-queries.ts'

/** Nobody is offered before something is typed. */
const TYPE_FIRST = 'Type the beginning of a name, e-mail or employee number.'

const RECEIVER = { label: 'Hand over to', rules: 'select_required' } as const

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
        {hasOpen && (
          <>
            <p className={css.message}>
              {isHandedOver
                ? 'Open files and inquiries were handed over.'
                : `${openInWords(open_files, open_inquiries)} to somebody else first.`}
            </p>
            {!isHandedOver && <Receiver except={id} field={form.widget('to')} />}
          </>
        )}
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

function openInWords(files: number, inquiries: number): string {
  const parts = [
    ...(files > 0 ? [plural(files, 'open file')] : []),
    ...(inquiries > 0 ? [plural(inquiries, 'open inquiry', 'open inquiries')] : []),
  ]
  return `${parts.join(' and ')} ${files + inquiries === 1 ? 'goes' : 'go'}`
}

type ReceiverProps = {
  /** The user who is deleted. */
  except: string
  field: ReturnType<ReturnType<typeof useRuleForm<{ to: string }>>['widget']>
}

function Receiver({ except, field: { value, onChange, ...rest } }: ReceiverProps) {
  const [query, setQuery] = useState('')
  const search = useOptionSearch(async (q, signal) => {
    if (q === '') return []
    const { items } = await call(userEndpoints.search, { query: { q }, signal })
    return items
      .filter(({ id, status }) => id !== except && status === 'ACTIVE')
      .map(({ id, name, role }) => ({ value: id, label: `${name}, ${role}` }))
  })
  return (
    <SearchableSelectField
      {...rest}
      {...search}
      onSearchChange={(text) => {
        setQuery(text)
        search.onSearchChange(text)
      }}
      problem={query.trim() === '' ? TYPE_FIRST : search.problem}
      hint="An active user"
      value={value === '' ? null : value}
      onChange={(chosen) => onChange(chosen ?? '')}
      showLabels={false}
    />
  )
}

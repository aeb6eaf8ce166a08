import { may } from '@backoffice/contract/access'
import type { OffBoarding, UserRow } from '@backoffice/contract/users'
import { type OFF_BOARDING_MODES, userEndpoints } from '@backoffice/contract/users'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import { useWrite } from '../../kit/form/use-write.ts'
import { call } from '../../net/call.ts'
import { useUser } from '../../session/store.ts'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { endedInWords, offBoardedInWords } from './off-board-words.ts'
import { OpenWorkList } from './open-work.tsx'
import { Receiver } from './receiver.tsx'
import { fullName, hasOpenWork } from './user-words.ts'
import css from './users.module.css'
import { forgetUser, openWorkQuery, refreshUsers, sessionsQuery } from './users-queries.ts'

type Mode = (typeof OFF_BOARDING_MODES)[number]

const MODES = [
  {
    value: 'disable',
    permission: 'user:update-status',
    label: 'Disable the account',
    note: 'The account, its role and its history stay, and it can be enabled again.',
  },
  {
    value: 'delete',
    permission: 'user:delete',
    label: 'Delete the account',
    note: 'It is removed from the identity provider. The history stays. You can’t undo this.',
  },
] as const

type Props = { user: UserRow; onDone: (mode: Mode) => void; onClose: () => void }

/** Off-boards a user in one call: status, open work, sessions, temporary access and requests. */
export function OffBoardDialog({ user, onDone, onClose }: Props) {
  const { id, version, status } = user
  const name = fullName(user)
  const caller = useUser()
  const offered = MODES.filter(
    ({ value, permission }) => may(caller, permission) && !(value === 'disable' && status === 'DISABLED'),
  )
  const [mode, setMode] = useState<Mode>(offered[0]?.value ?? 'disable')
  const { data: work, isLoading: isLoadingWork } = useQuery(openWorkQuery(id))
  const { data: sessions, isLoading: isLoadingSessions } = useQuery({
    ...sessionsQuery(id),
    enabled: may(caller, 'user:view'),
  })
  const isLoading = isLoadingWork || isLoadingSessions
  const hasOpen = work !== undefined && hasOpenWork(work)
  const isRequired = hasOpen && mode === 'delete'
  const ending = {
    sessions: sessions?.is_available ? sessions.items.length : undefined,
    requests: work?.requests ?? 0,
    temporary_access: work?.temporary_access ?? 0,
  }
  const write = useWrite({
    isRepeatable: true,
    run: ({ reason, to }: { reason: string; to: string }, idempotencyKey) =>
      call(userEndpoints.offBoard, {
        body: { id, version, mode, reason, ...(to !== '' && { to }) },
        idempotencyKey,
      }),
    successText: (result: OffBoarding) =>
      offBoardedInWords({ name, mode, result: { ...result, sessions: ending.sessions } }),
    store: () => mode === 'delete' && forgetUser(id),
    refresh: refreshUsers,
  })
  const form = useRuleForm({
    fields: {
      ...(hasOpen && { to: { label: 'Reassign to', rules: isRequired ? 'select_required' : '' } }),
      reason: { label: 'Reason', rules: 'required|max:200' },
    },
    values: { to: '', reason: '' },
    submit: (values) => write.send(values),
    saved: () => onDone(mode),
    askOnLeaving: false,
  })
  return (
    <FormDialog
      form={form}
      title={`Off-board ${name}`}
      message="They lose access immediately, and all of this happens in one step."
      yes={mode === 'delete' ? 'Delete user' : 'Disable user'}
      isDangerous
      isLoading={isLoading}
      onClose={onClose}
    >
      <RadioGroup
        label="Account"
        name="mode"
        options={offered}
        value={mode}
        onChange={({ currentTarget }) => setMode(currentTarget.value === 'delete' ? 'delete' : 'disable')}
      />
      <OpenWorkList
        userId={id}
        lead={(words) =>
          isRequired
            ? `${words} must be reassigned:`
            : `${words}. What isn’t reassigned stays, and running work fails:`
        }
      />
      {hasOpen && <Receiver except={id} field={form.widget('to')} />}
      <p className={css.message} role="status">
        {work && !isLoading && endedInWords(ending)}
      </p>
      <TextArea {...form.field('reason')} rows={2} hint="Visible in history" maxLength={800} />
    </FormDialog>
  )
}

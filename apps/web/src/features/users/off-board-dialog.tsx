import { may } from '@backoffice/contract/access'
import { FILE_STATE_LABELS } from '@backoffice/contract/file-states'
import { labelOfState } from '@backoffice/contract/objects'
import { PURPOSE_LABELS } from '@backoffice/contract/purposes'
import {
  type OFF_BOARDING_MODES,
  type OffBoarding,
  type OpenWork,
  type UserRow,
  userEndpoints,
} from '@backoffice/contract/users'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNotice, useLastingError } from '../../kit/feedback/error-notice.tsx'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import { useWrite } from '../../kit/form/use-write.ts'
import { plural } from '../../kit/format/format-number.ts'
import { call } from '../../net/call.ts'
import { useUser } from '../../session/store.ts'
import { RadioGroup } from '../../ui/choice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { Receiver } from './receiver.tsx'
import { describeOpenWork, fullName, hasOpenWork } from './user-words.ts'
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

/** Off-boards a user in one call, with status, open work, sessions, temporary access and requests. */
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
      describeOffBoarded({ name, mode, result: { ...result, sessions: ending.sessions } }),
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
    confirmLeave: false,
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
        {work && !isLoading && describeEnded(ending)}
      </p>
      <TextArea {...form.field('reason')} rows={2} hint="Visible in history" maxLength={800} />
    </FormDialog>
  )
}

/** `1 file and 2 cases`. */
function listed(parts: readonly string[]): string {
  return [parts.slice(0, -1).join(', '), parts.at(-1)].filter(Boolean).join(' and ')
}

const counted = (count: number, one: string, many?: string) => (count > 0 ? [plural(count, one, many)] : [])

/** `sessions` is undefined if unknown. */
type Ending = Pick<OffBoarding, 'requests' | 'temporary_access'> & { sessions: number | undefined }

/** `2 sessions and 1 temporary grant end. 1 pending request is withdrawn.` */
function describeEnded({ sessions, temporary_access, requests }: Ending): string {
  const ending = [
    ...(sessions === undefined ? ['Every session'] : counted(sessions, 'session')),
    ...counted(temporary_access, 'temporary grant of access', 'temporary grants of access'),
  ]
  const isOne = (sessions ?? 1) + temporary_access === 1
  return [
    ...(ending.length > 0 ? [`${listed(ending)} ${isOne ? 'ends' : 'end'}.`] : ['No session is active.']),
    ...counted(requests, 'pending request').map(
      (words) => `${words} ${requests === 1 ? 'is' : 'are'} withdrawn.`,
    ),
  ].join(' ')
}

type Done = {
  name: string
  mode: 'disable' | 'delete'
  result: OffBoarding & { sessions: number | undefined }
}

/** `Ana Cruz disabled: 1 file reassigned, 2 sessions ended.` */
function describeOffBoarded({ name, mode, result }: Done): string {
  const { files, inquiries, cases, sessions, temporary_access, requests } = result
  const moved = [
    ...counted(files, 'file'),
    ...counted(inquiries, 'inquiry', 'inquiries'),
    ...counted(cases, 'case'),
  ]
  const parts = [
    ...(moved.length > 0 ? [`${listed(moved)} reassigned`] : []),
    ...counted(sessions ?? 0, 'session').map((words) => `${words} ended`),
    ...counted(temporary_access, 'temporary grant').map((words) => `${words} ended`),
    ...counted(requests, 'request').map((words) => `${words} withdrawn`),
  ]
  const done = `${name} ${mode === 'delete' ? 'deleted' : 'disabled'}`
  return parts.length > 0 ? `${done}: ${parts.join(', ')}` : done
}

type Item = OpenWork['items'][number]

/** Number of open files, inquiries and cases of a user, and the newest files by name. */
function OpenWorkList({ userId, lead }: { userId: string; lead: (work: string) => string }) {
  const { data: work, error, isFetching, refetch } = useQuery(openWorkQuery(userId))
  const lastingError = useLastingError({ error, data: work })
  if (lastingError)
    return (
      <ErrorNotice
        what="The open work"
        error={lastingError}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (!work) return <Skeleton width="100%" height={64} />
  if (!hasOpenWork(work)) return null
  const more = work.total - work.items.length
  return (
    <>
      <p className={css.message}>{lead(describeOpenWork(work))}</p>
      {work.items.length > 0 && (
        <ul className={css.work} aria-label="Open files and inquiries">
          {work.items.map((item) => (
            <li key={item.source_filekey}>
              <strong>{item.name}</strong> <span>{noteOf(item)}</span>
            </li>
          ))}
          {more > 0 && (
            <li>
              <span>and {plural(more, 'more file')}</span>
            </li>
          )}
        </ul>
      )}
    </>
  )
}

function noteOf({ state, inquiry }: Item): string {
  const about = inquiry && `inquiry ${inquiry.ticket_no ?? labelOfState(PURPOSE_LABELS, inquiry.purpose)}`
  return [labelOfState(FILE_STATE_LABELS, state), about].filter(Boolean).join(', ')
}

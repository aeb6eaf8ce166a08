import { FILE_SIZE_EXCEEDED } from '@backoffice/contract/rules/messages'
import { INVITATION_DAYS, MOST_INVITED, userEndpoints } from '@backoffice/contract/users'
import { useNavigate } from '@tanstack/react-router'
import { type ClipboardEvent, useEffect, useRef, useState } from 'react'
import { PermissionGate } from '../../../kit/access/permission-gate.tsx'
import { ErrorNotice } from '../../../kit/feedback/error-notice.tsx'
import { RefusalNotice } from '../../../kit/feedback/refusal-notice.tsx'
import { useDirty } from '../../../kit/form/dirty.ts'
import { useWrite } from '../../../kit/form/use-write.ts'
import { plural } from '../../../kit/format/format-number.ts'
import { useLazyPart } from '../../../kit/lazy/use-lazy.tsx'
import formCss from '../../../kit/record/record-form.module.css'
import { useSaveKeys } from '../../../kit/record/record-form.tsx'
import { listLink } from '../../../kit/record/record-links.ts'
import { RecordPane } from '../../../kit/record/record-pane.tsx'
import { ApiError, errorMessage } from '../../../net/api-error.ts'
import { call } from '../../../net/call.ts'
import { SentForApproval } from '../../../net/sent-for-approval.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { SimilarUsers } from '../../access/similar-names.tsx'
import { refreshUsers, USERS } from '../users-queries.ts'
import css from './invite.module.css'
import { type InviteRow, itemOf, useInviteRows, withOutcome } from './invite-rows.ts'
import { InviteSummary, InviteTable } from './invite-table.tsx'
import { readRows } from './read-rows.ts'

const back = listLink(USERS)
/** Loaded when needed, because otherwise it is in the chunk of all user records. */
const loadPicker = async () => (await import('../../../kit/form/file-picker.tsx')).FilePicker
const MAX_FILE_BYTES = 1024 ** 2
const ORDER = 'Email, given name, family name, role, then optionally department and phone'

type Problem = { title?: string; message: string; error?: unknown }

/** Invites several users, whose rows are pasted or read from a file, corrected and sent. */
export function InviteUsers() {
  const navigate = useNavigate()
  const { rows, setRows, roles, rolesQuery, similar, problems, isChecked, ...edit } = useInviteRows()
  const [text, setText] = useState('')
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<Problem>()
  const area = useRef<HTMLDivElement>(null)
  const send = useRef<HTMLButtonElement>(null)
  // A state and not a ref, because an effect of an earlier render must not see it.
  const [isFocusDue, setFocusDue] = useState(false)
  const open = rows.filter(({ state }) => state === 'open')
  const ready = open.filter(({ key }) => !problems.has(key))
  const [FilePicker, failure] = useLazyPart('The file field', loadPicker)
  useDirty(open.length > 0 || text !== '', true)

  const write = useWrite({
    isRepeatable: true,
    run: (sent: readonly InviteRow[], idempotencyKey) =>
      call(userEndpoints.invite, {
        body: { items: sent.map((row) => itemOf(row, roles)) },
        idempotencyKey,
      }),
    refresh: refreshUsers,
    showsError: true,
  })

  function take(read: string) {
    const { rows: found, unknownColumns } = readRows(read)
    const left = Math.max(0, rows.length + found.length - MOST_INVITED)
    edit.add(found)
    setText('')
    setProblem(found.length === 0 ? { message: 'No rows were found. Paste one user per line.' } : undefined)
    setNote(
      [
        ...(left > 0
          ? [`${plural(left, 'row')} left out. Invite at most ${MOST_INVITED} users at a time.`]
          : []),
        ...(unknownColumns.length > 0 ? [`Columns left out: ${unknownColumns.join(', ')}.`] : []),
      ].join(' '),
    )
    setFocusDue(found.length > 0)
  }

  async function takeFile(file: File | undefined) {
    if (!file) return
    if (file.size > MAX_FILE_BYTES)
      return setProblem({
        title: FILE_SIZE_EXCEEDED,
        message: 'Choose a CSV file of users with at most 1 MB.',
      })
    const read = await file.text()
    if (read.includes('\uFFFD'))
      return setProblem({ message: 'This file isn’t UTF-8. Save it as “CSV UTF-8” and choose it again.' })
    take(read)
  }

  function paste(event: ClipboardEvent) {
    // A single word is typed into the field; rows are read at once.
    const pasted = event.clipboardData.getData('text/plain')
    if (text !== '' || !/[\t\n,;]/.test(pasted)) return
    event.preventDefault()
    take(pasted)
  }

  async function sendRows() {
    if (write.isPending || ready.length === 0) return focusProblem(area.current)
    setProblem(undefined)
    const keys = ready.map(({ key }) => key)
    try {
      const { items } = await write.send(ready)
      setRows((before) =>
        before.map((row) => {
          const outcome = items[keys.indexOf(row.key)]
          return outcome ? withOutcome(row, outcome) : row
        }),
      )
    } catch (error) {
      if (error instanceof SentForApproval)
        return setRows((before) =>
          before.map(({ key, values, ...row }) =>
            keys.includes(key) ? { key, values, state: 'waiting' } : { key, values, ...row },
          ),
        )
      const [only, ...others] = keys
      // A call with one row is refused as a whole.
      if (error instanceof ApiError && only !== undefined && others.length === 0 && error.status < 500)
        return setRows((before) =>
          before.map((row) =>
            row.key === only
              ? withOutcome(row, { outcome: 'refused', detail: error.message, errors: fieldErrors(error) })
              : row,
          ),
        )
      setProblem({ message: errorMessage(error), error })
    }
  }

  // A click first takes what is still being typed.
  useSaveKeys(() => {
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur()
    setTimeout(() => send.current?.click())
  })
  useEffect(() => {
    if (!isFocusDue || !isChecked) return
    setFocusDue(false)
    if (!focusProblem(area.current)) send.current?.focus()
  }, [isFocusDue, isChecked])

  const hasRows = rows.length > 0
  return (
    <RecordPane heading="Invite several users" title="Invite several" width="wide" back={back}>
      <div ref={area} className={css.screen} data-takes-focus>
        <div className={formCss.notices}>
          {rolesQuery.error && (
            <ErrorNotice
              what="The roles"
              error={rolesQuery.error}
              busy={rolesQuery.isFetching}
              onRetry={() => void rolesQuery.refetch()}
            />
          )}
          {problem && <RefusalNotice {...problem} />}
          {note && <Notice tone="warn">{note}</Notice>}
          <SimilarUsers found={similar} live />
          <InviteSummary rows={rows} problems={problems.size} isChecked={isChecked} />
        </div>
        {hasRows && (
          <InviteTable {...{ rows, problems, roles }} onChange={edit.change} onRemove={edit.remove} />
        )}
        <div className={css.source}>
          <TextArea
            label={hasRows ? 'Paste more rows' : 'Paste rows from a spreadsheet'}
            hint={`${ORDER}. A header row is recognized.`}
            rows={hasRows ? 2 : 5}
            value={text}
            autoFocus
            onChange={({ currentTarget }) => setText(currentTarget.value)}
            onPaste={paste}
          />
          <div className={css.adding}>
            <Button onClick={() => take(text)} aria-disabled={text.trim() === '' || undefined}>
              Read rows
            </Button>
            <Button onClick={edit.addEmpty}>Add row</Button>
          </div>
          {!hasRows && failure}
          {!hasRows && FilePicker && (
            <FilePicker
              label="Or read a CSV file"
              name="file"
              accept=".csv,.tsv,.txt,text/csv"
              optional
              value={[]}
              onChange={([file]) => void takeFile(file)}
              onBlur={() => {}}
            />
          )}
        </div>
        <footer className={formCss.foot}>
          <span className={formCss.state} role="status">
            {hasRows ? `Invitations expire after ${INVITATION_DAYS} days` : ''}
          </span>
          <Button variant="quiet" onClick={() => void navigate(back)}>
            {hasRows && open.length === 0 ? 'Close' : 'Cancel'}
          </Button>
          <PermissionGate permission="user:create">
            <Button
              ref={send}
              variant="primary"
              busy={write.isPending}
              aria-disabled={ready.length === 0 || undefined}
              onClick={() => void sendRows()}
            >
              {ready.length === 0 ? 'Send invitations' : `Send ${plural(ready.length, 'invitation')}`}
            </Button>
          </PermissionGate>
        </footer>
      </div>
    </RecordPane>
  )
}

const fieldErrors = ({ fields }: ApiError) =>
  fields.map(({ field, message }) => ({ field, message, code: '' }))

/** False without a problem. */
function focusProblem(within: HTMLElement | null): boolean {
  const cell = within?.querySelector<HTMLElement>('[aria-invalid]')
  cell?.focus()
  return cell != null
}

import { MAX_NOTE_LENGTH } from '@backoffice/contract/case-values'
import { type CaseDetail, type CaseNote, caseEndpoints } from '@backoffice/contract/cases'
import { type ReactNode, useId, useState } from 'react'
import { create } from 'zustand'
import { usePermission } from '../../kit/access/permission.ts'
import { PermissionGate } from '../../kit/access/permission-gate.tsx'
import { useWrite } from '../../kit/form/use-write.ts'
import { formatDateTime, formatExactTime } from '../../kit/format/format-time.ts'
import { ApiError, errorMessage } from '../../net/api-error.ts'
import { call } from '../../net/call.ts'
import { onSessionEnd } from '../../session/sign-out.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import css from './cases.module.css'
import { storeCase } from './cases-queries.ts'
import { MentionArea, MentionText } from './mention-area.tsx'
import { mentionsIn, type NoteDraft } from './mentions.ts'
import noteBoxCss from './note-box.module.css'
import { refreshCases } from './start/case-queries.ts'

/** Notes, newest first. They cannot be edited. */
export function NotesTab({ notes }: { notes: readonly CaseNote[] }) {
  return (
    <div className={css.tab}>
      {notes.length === 0 && (
        <EmptyState title="No notes yet">Notes are visible to everyone who can see this case.</EmptyState>
      )}
      {notes.length > 0 && (
        <ol className={css.notes}>
          {notes.map((note) => (
            <li key={note.id}>
              <NoteItem note={note} />
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

export function NoteItem({ note, aside }: { note: CaseNote; aside?: ReactNode }) {
  const { author, at, text, mentions } = note
  return (
    <>
      <p className={css.noteHead}>
        <span>
          <strong>{author.name}</strong>{' '}
          <time dateTime={at} title={formatExactTime(at)}>
            {formatDateTime(at)}
          </time>
        </span>
        {aside}
      </p>
      <p className={css.noteText}>
        <MentionText text={text} names={mentions.map(({ name }) => name)} />
      </p>
    </>
  )
}

/** The field for a note at the foot of a case. */
export function NoteBox({ found }: { found: CaseDetail }) {
  const { id, case_no } = found
  const { draft, setDraft } = useNoteDraft(id)
  const [isMissing, setMissing] = useState(false)
  const messageId = useId()
  const { guard, isAllowed } = usePermission('case:update')
  const add = useWrite({
    isRepeatable: true,
    run: ({ text, mentions }: NoteDraft, idempotencyKey) => {
      const ids = mentionsIn(text, mentions).map((mention) => mention.id)
      const body = { text, ...(ids.length > 0 && { mentions: ids }) }
      return call(caseEndpoints.addNote, { params: { id }, body, idempotencyKey })
    },
    successText: `Note added to ${case_no}`,
    store: (after) => {
      storeCase(after)
      setNoteDraft(id)
    },
    refresh: refreshCases,
    showsError: true,
  })
  const error = isMissing ? 'Enter Note' : add.error === undefined ? undefined : refusalOf(add.error)

  function submit() {
    const text = draft.text.trim()
    setMissing(text === '')
    if (text !== '') add.run({ ...draft, text })
  }

  return (
    <footer className={noteBoxCss.foot}>
      <form
        method="dialog"
        aria-label="New note"
        onSubmit={guard((event: React.SubmitEvent) => {
          event.preventDefault()
          submit()
        })}
      >
        <MentionArea
          caseId={id}
          draft={draft}
          onChange={(next) => {
            setDraft(next)
            setMissing(false)
            if (add.error !== undefined) add.reset()
          }}
          maxLength={MAX_NOTE_LENGTH}
          isReadOnly={!isAllowed}
          isInvalid={error !== undefined}
          describedBy={messageId}
        />
        <div className={noteBoxCss.line}>
          <p id={messageId} className={noteBoxCss.message} data-error={error !== undefined || undefined}>
            {error !== undefined && <span role="alert">{error}</span>}
            {error === undefined &&
              (isAllowed
                ? 'Type @ to mention someone. Card numbers are masked in notes.'
                : 'You don’t have the permission to add notes.')}
          </p>
          <PermissionGate permission="case:update">
            <Button type="submit" busy={add.isPending}>
              Add note
            </Button>
          </PermissionGate>
        </div>
      </form>
    </footer>
  )
}

/** Messages about the text or its mentions; otherwise the message of the whole call. */
function refusalOf(error: unknown): string {
  const fields = error instanceof ApiError ? error.fields.map(({ message }) => message) : []
  return fields.length > 0 ? fields.join(' ') : errorMessage(error)
}

const EMPTY: NoteDraft = { text: '', mentions: [] }

/** Drafts by case id, in memory. A draft survives a visit to another case. */
const useDrafts = create<Readonly<Record<string, NoteDraft>>>()(() => ({}))

function useNoteDraft(caseId: string) {
  const draft = useDrafts((drafts) => drafts[caseId]) ?? EMPTY
  return { draft, setDraft: (next: NoteDraft) => setNoteDraft(caseId, next) }
}

function setNoteDraft(caseId: string, draft: NoteDraft = EMPTY): void {
  useDrafts.setState({ [caseId]: draft })
}

onSessionEnd(() => useDrafts.setState({}, true))

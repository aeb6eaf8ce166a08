import type { CaseNote } from '@backoffice/contract/cases'
import type { ReactNode } from 'react'
import { formatDateTime, formatExactTime } from '../../kit/format/format-time.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import css from './cases.module.css'
import { mentionParts } from './mentions.ts'

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

/** A text with its mentions highlighted. */
export function MentionText({ text, names }: { text: string; names: readonly string[] }) {
  return mentionParts(text, names).map(({ start, part, isMention }) =>
    isMention ? (
      <mark key={start} className={css.mention}>
        {part}
      </mark>
    ) : (
      part
    ),
  )
}

import { Link, type LinkProps } from '@tanstack/react-router'
import { useId } from 'react'
import { RefusalNotice } from '../../kit/feedback/refusal-notice.tsx'
import { plural } from '../../kit/format/format-number.ts'
import { ApiError } from '../../net/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import css from './delete-dialog.module.css'

/** Users or roles that have a role or policy. */
export type Use = {
  noun: 'role' | 'user'
  count: number
  named: readonly { id: string; name: string; link: LinkProps | undefined }[]
  /** Link to the list of all of them. */
  all?: LinkProps | undefined
}

type Props = {
  noun: 'role' | 'policy'
  name: string
  uses: readonly Use[]
  busy: boolean
  /** The server's refusal. */
  error: unknown
  onDelete: () => void
  onClose: () => void
}

const MOST_NAMED = 8

const REASSIGN = {
  role: 'Reassign these users first.',
  policy: 'Remove it from these roles and users first.',
} as const

/** Confirms the deletion of a role or policy, or shows its users if it is in use. */
export function DeleteDialog({ noun, name, uses, busy, error, onDelete, onClose }: Props) {
  const id = useId()
  const inUse = uses.filter(({ count }) => count > 0)
  const refused = error instanceof ApiError && error.code === 'in_use' ? error.message : undefined
  const isInUse = inUse.length > 0 || refused !== undefined
  const title = isInUse ? `${name} is in use` : `Delete ${name}?`
  return (
    <Dialog role="alertdialog" label={title} describedBy={id} onClose={onClose}>
      <div className={css.question}>
        <h2>{title}</h2>
        <p id={id} className={css.message}>
          {isInUse
            ? (refused ?? `A ${noun} in use can’t be deleted. ${REASSIGN[noun]}`)
            : 'It is not assigned, so no user loses access. Its history is kept. You can’t undo this.'}
        </p>
        {inUse.map((use) => (
          <Uses key={use.noun} use={use} onFollow={onClose} />
        ))}
        {error !== undefined && !refused && <RefusalNotice error={error} />}
        <div className={css.actions}>
          <Button onClick={onClose}>{isInUse ? 'Close' : 'Cancel'}</Button>
          {!isInUse && (
            <Button variant="danger" busy={busy} onClick={onDelete}>
              Delete
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

function Uses({ use: { noun, count, named, all }, onFollow }: { use: Use; onFollow: () => void }) {
  const shown = named.slice(0, MOST_NAMED)
  return (
    <div className={css.uses}>
      <h3>{plural(count, noun)}</h3>
      <ul>
        {shown.map(({ id, name, link }) => (
          <li key={id}>
            {link ? (
              <Link {...link} onClick={onFollow}>
                {name}
              </Link>
            ) : (
              name
            )}
          </li>
        ))}
        {count > shown.length && (
          <li>{shown.length > 0 ? `and ${plural(count - shown.length, 'other')}` : ''}</li>
        )}
      </ul>
      {all && (
        <Link {...all} onClick={onFollow}>
          Show in the list
        </Link>
      )}
    </div>
  )
}

import type { UploadColumns } from '@backoffice/contract/columns'
import type { TrackedFile } from '@backoffice/contract/files'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { PermissionGate } from '../../../kit/access/permission-gate.tsx'
import { RefusalNotice } from '../../../kit/feedback/refusal-notice.tsx'
import { mayLeave } from '../../../kit/form/unsaved-changes.ts'
import { plural } from '../../../kit/format/format-number.ts'
import { routePath } from '../../../kit/navigation/navigation.ts'
import { Button, buttonVariant } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { listPathOf } from '../tracked/categories.ts'
import { type Choices, matchedColumns } from './choices.ts'
import css from './match-form.module.css'

type Props = {
  file: TrackedFile
  columns: UploadColumns
  choices: Choices
  problems: readonly string[]
  busy: boolean
  error: unknown
  /** Text of the error, without what is shown at its controls. */
  message: string
  onReview: (() => void) | undefined
}

export function MatchFooter({ file, columns, choices, problems, busy, error, message, onReview }: Props) {
  const stateId = useId()
  const isBlocked = problems.length > 0
  const list = listPathOf(file)
  return (
    <footer className={css.foot}>
      {message !== '' && <RefusalNotice error={error} message={message} />}
      <div className={css.bar}>
        <span id={stateId} role="status" className={css.state} data-tone={isBlocked ? 'bad' : undefined}>
          {isBlocked
            ? problems.join(' · ')
            : `${matchedColumns(choices)} of ${plural(columns.columns.length, 'column')} matched`}
        </span>
        {onReview ? (
          <Button onClick={async () => (await mayLeave()) && onReview()}>Back</Button>
        ) : (
          list && (
            <Link
              to={routePath(list)}
              {...(list === '/smac_inquiry' && { search: { tab: 'file' } })}
              {...buttonVariant('plain')}
            >
              Back
            </Link>
          )
        )}
        <PermissionGate permission="file:upload">
          <Button
            type="submit"
            variant="primary"
            busy={busy}
            aria-disabled={isBlocked || undefined}
            aria-describedby={stateId}
          >
            Review {plural(columns.rows, 'row')}
          </Button>
        </PermissionGate>
      </div>
    </footer>
  )
}

type MatchOptionsProps = {
  others: UploadColumns['same_headers']
  share: boolean
  isForOthers: boolean
  onShare: (share: boolean) => void
  onForOthers: (isForOthers: boolean) => void
}

/** Further uses of the matching. It is always remembered for the user. */
export function MatchOptions({ others, share, isForOthers, onShare, onForOthers }: MatchOptionsProps) {
  const names = others.map(({ file_name }) => file_name).join(', ')
  return (
    <div className={css.options}>
      {others.length > 0 && (
        <Checkbox
          label={`Use it for ${plural(others.length, 'more file', 'more files')} with the same columns: ${names}`}
          checked={isForOthers}
          onChange={({ target }) => onForOthers(target.checked)}
        />
      )}
      <Checkbox
        label="Suggest this matching to colleagues"
        hint="Your next file with these columns is matched in the same way in any case."
        checked={share}
        onChange={({ target }) => onShare(target.checked)}
      />
    </div>
  )
}

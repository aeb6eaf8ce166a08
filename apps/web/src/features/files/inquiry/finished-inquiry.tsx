import type { TrackedFile } from '@backoffice/contract/files'
import { labelOfState } from '@backoffice/contract/objects'
import { PURPOSE_LABELS } from '@backoffice/contract/purposes'
import { useId, useState } from 'react'
import { ErrorBoundary } from '../../../kit/feedback/error-notice.tsx'
import { plural } from '../../../kit/format/format-number.ts'
import { calendarDay, day, formatDateTime } from '../../../kit/format/format-time.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyValue } from '../../../ui/card.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { DetailsCard } from '../details-card.tsx'
import { ErrorsCard, hasErrors } from '../errors-card.tsx'
import fileCss from '../file-screen.module.css'
import type { FileSearch } from '../file-search.ts'
import { ProgressCard } from '../progress-card.tsx'
import css from './finished-inquiry.module.css'
import { ReleasedNotice } from './held-notice.tsx'
import { ResultCard } from './result-card.tsx'
import { doubtfulPercent } from './result-words.ts'

type Props = { file: TrackedFile; search: FileSearch; onSearch: (search: FileSearch) => void }

/** True if the rows of the result are shown in place of the progress. */
export function showsRows({ kind, artifacts, may }: TrackedFile): boolean {
  return kind === 'inquiry' && may.download && artifacts.includes('result')
}

/** A finished inquiry with its facts, doubts and result rows. The run itself is behind a button. */
export function FinishedInquiry({ file, search, onSearch }: Props) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <div className={css.strip}>
        <dl className={css.facts}>
          {factsOf(file).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value || <EmptyValue />}</dd>
            </div>
          ))}
        </dl>
        <Button variant="quiet" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          Run details
        </Button>
      </div>
      <section id={id} className={css.details} aria-label="Run details" hidden={!isOpen}>
        {isOpen && <RunDetails file={file} />}
      </section>
      {file.hold && <ReleasedNotice hold={file.hold} />}
      <ResultNotice file={file} onShow={() => onSearch({ size: search.size, outcome: 'NOT_FOUND' })} />
      <ErrorBoundary what="The rows">
        <ResultCard file={file} search={search} onSearch={onSearch} />
      </ErrorBoundary>
    </>
  )
}

function factsOf({
  inquiry,
  finished_at,
  expires_at,
}: TrackedFile): (readonly [string, string | null | undefined])[] {
  return [
    ['Purpose', inquiry && labelOfState(PURPOSE_LABELS, inquiry.purpose)],
    ['Ticket number', inquiry?.ticket_no],
    ['Run by', inquiry?.confirmed_by.name],
    ['As of', inquiry && calendarDay(inquiry.as_of)],
    ['Finished', finished_at && formatDateTime(finished_at)],
    ['Kept until', expires_at && day(expires_at)],
  ]
}

function ResultNotice({ file, onShow }: { file: TrackedFile; onShow: () => void }) {
  const percent = doubtfulPercent(file)
  const isMasked = file.needs_reason.artifacts.includes('result')
  const { found, not_found } = file.counts
  return (
    <>
      {percent !== undefined && (
        <Notice
          tone="warn"
          title={
            found === 0
              ? 'None of these cards was found.'
              : `${plural(not_found ?? 0, 'card was', 'cards were')} not found (${percent}%).`
          }
          action={<Button onClick={onShow}>Show not found</Button>}
        >
          Check that the right column was used as the card number.
        </Notice>
      )}
      {isMasked && (
        <Notice tone="quiet">
          Another user uploaded these card numbers, so they are masked in your copy of the result.
        </Notice>
      )}
    </>
  )
}

function RunDetails({ file }: { file: TrackedFile }) {
  const isWhole = !hasErrors(file)
  return (
    <>
      <ProgressCard file={file} />
      <div className={fileCss.columns} data-alone={isWhole || undefined}>
        {!isWhole && (
          <ErrorBoundary what="The errors">
            <ErrorsCard file={file} />
          </ErrorBoundary>
        )}
        <DetailsCard file={file} />
      </div>
    </>
  )
}

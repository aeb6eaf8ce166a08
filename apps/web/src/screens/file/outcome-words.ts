import type { TrackedFile } from '@backoffice/contract/endpoints/files'
import { plural } from '../../kit/format-number.ts'
import { formatNumber } from '../../ui/format-number.ts'

/** Sentences about a file that has ended, by its kind. */
type Words = {
  done: string
  /** The result is complete, but hardly what its owner wanted. */
  isDoubtful?: boolean
  afterDone: string
  retry: string
  rejected: string
  expired: string
  cancelled: string
}

export function wordsOf(file: TrackedFile): Words {
  switch (file.kind) {
    case 'inquiry':
      return inquiryWords(file)
    case 'import':
      return importWords(file)
    case 'export':
      return {
        ...UNUSED,
        done: `${plural(file.counts.total, 'row')} exported.`,
        afterDone: 'Cells that a spreadsheet would take for a formula begin with a quote.',
        retry: 'Retry writes the export anew.',
        cancelled: 'There is no file to download.',
      }
    case 'action':
      return actionWords(file)
  }
}

/** Exports and actions are neither uploaded nor confirmed. */
const UNUSED = { rejected: '', expired: '' }

function inquiryDone({ state, counts }: TrackedFile): string {
  if (counts.found === 0) return 'None of these cards was found. Is this the right file?'
  if (state !== 'COMPLETED')
    return `${plural(counts.total, 'row')} answered, ${formatNumber(counts.error)} of them invalid.`
  return counts.total === 1 ? 'The row is answered.' : `All ${plural(counts.total, 'row')} answered.`
}

function inquiryWords(file: TrackedFile): Words {
  const { counts, confirmed_at, needs_reason } = file
  return {
    done: inquiryDone(file),
    isDoubtful: counts.found === 0,
    afterDone: needs_reason.artifacts.includes('result')
      ? 'Another user uploaded these card numbers: in your copy of the result they are masked.'
      : 'Opening the result in a spreadsheet? Take the copy made for it: spreadsheets ruin 16-digit numbers.',
    retry: confirmed_at
      ? 'Retry goes on where the last finished part ended: no row is answered twice.'
      : 'Retry reads the file again.',
    rejected: 'Nothing was run. Correct the file and upload it again.',
    expired: 'Nobody confirmed it within 72 hours, so it was not run.',
    cancelled:
      counts.processed > 0
        ? 'The inquiry was stopped before its end; there is no result.'
        : 'It was not run.',
  }
}

function importWords({ preview, confirmed_at, failure }: TrackedFile): Words {
  const written = preview?.written
  const conflicts = written?.conflicts ?? 0
  const rejected = preview?.rejected ?? 0
  const stayedOut = [
    rejected > 0 && `${plural(rejected, 'rejected row')} stayed out`,
    conflicts > 0 &&
      `${plural(conflicts, 'row', 'rows')} did not fit the table any more, which was changed after the check, and ${conflicts === 1 ? 'was' : 'were'} not written`,
  ].filter(Boolean)
  return {
    // All or nothing, and the table was changed after the check.
    done: failure
      ? 'Nothing was imported.'
      : written
        ? `Imported: ${formatNumber(written.new)} new, ${formatNumber(written.changed)} changed.`
        : 'Imported.',
    afterDone: failure
      ? failure.detail.replace(/^Nothing was imported: (.)/, (_, first: string) => first.toUpperCase())
      : stayedOut.length > 0
        ? `${stayedOut.join(', ')}. Download the rejected rows, correct them and upload them again.`
        : 'Every row that differed is in the table.',
    retry: confirmed_at
      ? 'Nothing was written. Retry starts the import anew.'
      : 'Retry reads the file again.',
    rejected: 'Nothing was imported. Correct the file and upload it again.',
    expired: 'Nobody confirmed it within 72 hours, so it was not imported.',
    cancelled: 'Nothing was imported.',
  }
}

const DONE = { activate: 'activated', deactivate: 'deactivated', delete: 'deleted', map: 'mapped' } as const

function mappingWords({ counts }: TrackedFile): Words {
  const mapped = plural(counts.valid, 'transaction')
  return {
    ...UNUSED,
    done: `${mapped} mapped${counts.skipped > 0 ? `, ${formatNumber(counts.skipped)} left` : ''}.`,
    afterDone:
      counts.skipped > 0
        ? 'Those that are left have no row in force on their business date, or not of their company.'
        : 'Nothing waits for these codes any more.',
    retry: 'Retry goes on with the transactions that are left.',
    cancelled: `${mapped} mapped before it was stopped. The others still wait.`,
  }
}

function actionWords(file: TrackedFile): Words {
  const { counts, action } = file
  if (action?.action === 'map') return mappingWords(file)
  const done = action ? DONE[action.action] : 'done'
  return {
    ...UNUSED,
    done: `${plural(counts.valid, 'row')} ${done}${counts.error > 0 ? `, ${formatNumber(counts.error)} refused` : ''}.`,
    afterDone:
      counts.error > 0
        ? 'The outcomes say row by row what happened and why a row was refused.'
        : 'The outcomes say row by row what happened.',
    retry: 'Retry goes on with the rows that are left.',
    cancelled: `${plural(counts.valid, 'row was', 'rows were')} ${done} before it was stopped.`,
  }
}

import type { TrackedFile } from '@backoffice/contract/files'
import { plural } from '../../kit/format/format-number.ts'
import { formatNumber } from '../../ui/format-number.ts'
import { categoryOf } from './tracked/categories.ts'

/** Sentences about an ended file. */
type Words = {
  done: string
  /** True if the result is complete but probably not what the owner wanted. */
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
        afterDone: 'Cells that look like formulas start with a quote.',
        retry: 'Retry starts the export again.',
        cancelled: 'There is no file to download.',
      }
    case 'action':
      return actionWords(file)
  }
}

/** Exports and actions are neither uploaded nor confirmed. */
const UNUSED = { rejected: '', expired: '' }

/** An upload that was never checked waited for its matching. */
function notInTime({ validated_at }: TrackedFile): string {
  return validated_at === null ? 'Its columns were not matched' : 'It was not confirmed'
}

function inquiryDone({ state, counts }: TrackedFile): string {
  if (counts.found === 0) return 'None of these cards was found. Is this the right file?'
  if (state !== 'COMPLETED') return `${formatNumber(counts.error)} of ${plural(counts.total, 'row')} invalid.`
  return counts.total === 1 ? 'The row is processed.' : `All ${plural(counts.total, 'row')} processed.`
}

function inquiryWords(file: TrackedFile): Words {
  const { counts, confirmed_at } = file
  return {
    done: inquiryDone(file),
    isDoubtful: counts.found === 0,
    // Others see the rows instead.
    afterDone: 'Your role can’t download files, so the rows are not shown.',
    retry: confirmed_at
      ? 'Retry continues after the last finished part. No row is processed twice.'
      : 'Retry reads the file again.',
    rejected: 'Nothing was run. Fix the file and upload it again.',
    expired: `${notInTime(file)} within 72 hours, so it did not run.`,
    cancelled:
      counts.processed > 0
        ? 'The inquiry was stopped before it finished. There is no result.'
        : 'The file did not run.',
  }
}

function importWords(file: TrackedFile): Words {
  const { preview, confirmed_at, failure, category } = file
  const isNew = categoryOf({ category }).imports?.changesOnly
    ? ''
    : `${formatNumber(preview?.written?.new ?? 0)} new, `
  const written = preview?.written
  const conflicts = written?.conflicts ?? 0
  const rejected = preview?.rejected ?? 0
  const stayedOut = [
    rejected > 0 && `${plural(rejected, 'rejected row')} skipped`,
    conflicts > 0 && `${plural(conflicts, 'row')} skipped because of changes after the check`,
  ].filter(Boolean)
  return {
    // An all-or-nothing import fails if its records changed after the check.
    done: failure
      ? 'Nothing was imported.'
      : written
        ? `Imported: ${isNew}${formatNumber(written.changed)} changed.`
        : 'Imported.',
    afterDone: failure
      ? failure.detail.replace(/^Nothing was imported: (.)/, (_, first: string) => first.toUpperCase())
      : stayedOut.length > 0
        ? `${stayedOut.join(', ')}. Download the rejected rows, fix them and upload them again.`
        : 'Every row of the file is imported.',
    retry: confirmed_at
      ? 'Nothing was written. Retry starts the import again.'
      : 'Retry reads the file again.',
    rejected: 'Nothing was imported. Fix the file and upload it again.',
    expired: `${notInTime(file)} within 72 hours, so it was not imported.`,
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
        ? 'The others have no row in force for their business date and company.'
        : 'No transaction is waiting for these codes.',
    retry: 'Retry continues with the remaining transactions.',
    cancelled: `${mapped} mapped before it was stopped. The others are still waiting.`,
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
        ? 'Download the outcomes to see what happened to each row and why rows were refused.'
        : 'Download the outcomes to see what happened to each row.',
    retry: 'Retry continues with the remaining rows.',
    cancelled: `${plural(counts.valid, 'row was', 'rows were')} ${done} before it was stopped.`,
  }
}

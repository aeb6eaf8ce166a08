import { isInProgress } from '@backoffice/contract/file-states'
import { type DownloadFormat, hasWorkbook, nameInFormat, type TrackedFile } from '@backoffice/contract/files'
import { toastFailed, toastReady, withoutSecrets } from '../../../kit/feedback/toast.ts'
import { plural } from '../../../kit/format/format-number.ts'
import {
  addNotification,
  type NotificationAction,
  type NotificationKind,
  useNotifications,
} from '../../../kit/notifications/notifications.ts'
import { downloadFormat } from '../../../kit/preferences/preferences.ts'
import { errorMessage } from '../../../net/api-error.ts'
import { formatNumber } from '../../../ui/format-number.ts'
import { categoryOf } from './categories.ts'
import { downloadFile } from './download.ts'
import { hasOnlyRowsToFix, isWaiting } from './file-state.tsx'

/** Exports and actions started on this page; their end also shows a toast. */
const started = new Set<string>()
/** Last reported state by file key. */
const reported = new Map<string, string>()

export function expectResult(sourceFilekey: string): void {
  started.add(sourceFilekey)
}

/** Adds a change of the user's own file to the notifications, unless its screen is visible. */
export function reportFile(file: TrackedFile): void {
  if (!file.is_own) return
  const { source_filekey: key, state } = file
  const format = formatOf(file)
  const notice = noticeOf({
    ...file,
    file_name: format ? nameInFormat(file.file_name, format) : file.file_name,
  })
  const isRepeated = reported.get(key) === state || isListed(key, notice)
  reported.set(key, state)
  if (!notice) return
  const wasStarted = started.has(key)
  const download = format && notice.kind === 'ready' && downloadOf(file, format)
  if (!isRepeated || notice.kind === 'progress') {
    // Work that was started elsewhere is reported at its end.
    if (isWatched(key) || (notice.kind === 'progress' && !wasStarted)) return
    const open: NotificationAction = { label: 'Open', href: `/files/${key}` }
    addNotification({
      ...notice,
      text: withoutSecrets(notice.text),
      subject: key,
      actions: download ? [download, open] : [open],
    })
  }
  // Also for a repeated notice, because the end may be pushed before the reply of the call that started the work.
  if (isInProgress(state) || !wasStarted) return
  started.delete(key)
  if (download && !isWatched(key)) toastReady(notice.text, download)
}

/** True for a notice in the log, also from before a reload. */
const isListed = (key: string, notice: Notice | undefined) =>
  useNotifications.getState().log.some(({ subject, text }) => subject === key && text === notice?.text)

const isWatched = (key: string) =>
  location.pathname === `/files/${key}` && document.visibilityState === 'visible'

/** Format in which an export is downloaded; undefined for other files. */
function formatOf(file: TrackedFile): DownloadFormat | undefined {
  if (file.kind !== 'export') return undefined
  return hasWorkbook(file, 'result') ? downloadFormat() : 'csv'
}

function downloadOf(file: TrackedFile, format: DownloadFormat) {
  return {
    label: 'Download',
    run: () =>
      void downloadFile(file, 'result', { format }).catch((error) => toastFailed(errorMessage(error))),
  }
}

type Notice = { kind: NotificationKind; text: string; percent?: number }

function noticeOf(file: TrackedFile): Notice | undefined {
  const { file_name: name, state, failure, kind } = file
  switch (state) {
    case 'QUEUED':
    case 'PROCESSING':
      if (kind !== 'export' && kind !== 'action') return undefined
      return { kind: 'progress', text: `${name} is in progress`, percent: file.percent }
    case 'MATCHING':
      return { kind: 'waiting', text: `${name} waits for its columns to be matched` }
    case 'AWAITING_CONFIRMATION':
      if (isWaiting(file)) return undefined
      if (hasOnlyRowsToFix(file))
        return { kind: 'waiting', text: `${name} has rows to fix${describePreview(file)}` }
      return {
        kind: 'waiting',
        text: `${name} is ready to ${kind === 'import' ? 'import' : 'confirm'}${describePreview(file)}`,
      }
    case 'COMPLETED':
    case 'COMPLETED_WITH_ERRORS':
      return { kind: kind === 'export' ? 'ready' : 'done', text: describeEnd(file) }
    case 'FAILED':
      return { kind: 'failed', text: `${name} failed${failure?.detail ? `: ${failure.detail}` : ''}` }
    case 'REJECTED':
      return { kind: 'failed', text: `${name} was rejected${failure?.detail ? `: ${failure.detail}` : ''}` }
    case 'EXPIRED':
      return { kind: 'failed', text: `${name} has expired` }
    default:
      return undefined
  }
}

function describePreview({ preview }: TrackedFile): string {
  if (!preview) return ''
  const parts = (['new', 'changed', 'rejected'] as const)
    .filter((outcome) => preview[outcome] > 0)
    .map((outcome) => `${formatNumber(preview[outcome])} ${outcome}`)
  return parts.length > 0 ? `: ${parts.join(', ')}` : ': no changes'
}

function describeEnd(file: TrackedFile): string {
  const { file_name: name, counts, preview } = file
  switch (file.kind) {
    case 'inquiry':
      // Only users who may release a held result see its numbers.
      if (file.hold?.is_held || counts.found === null)
        return `${name} is finished. Its result is held for a check`
      return `${name} is finished: ${formatNumber(counts.found)} of ${plural(counts.total, 'row')} found`
    case 'import': {
      const { new: added = 0, changed = 0, conflicts = 0 } = preview?.written ?? {}
      if (file.failure) return `${name} was not imported, because of changes after the check`
      const left = (preview?.rejected ?? 0) + conflicts
      const out = left > 0 ? `, ${formatNumber(left)} skipped` : ''
      const { label, imports } = categoryOf(file)
      const isNew = imports?.changesOnly ? '' : `${formatNumber(added)} new, `
      return `${name} is imported into ${label}: ${isNew}${formatNumber(changed)} changed${out}`
    }
    case 'export':
      return `${name} is ready to download: ${plural(counts.total, 'row')}`
    case 'action':
      return `${name} is done: ${plural(counts.valid, 'row')}${counts.error > 0 ? `, ${formatNumber(counts.error)} refused` : ''}`
  }
}

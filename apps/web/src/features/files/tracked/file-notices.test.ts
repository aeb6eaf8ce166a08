import type { TrackedFile } from '@backoffice/contract/files'
import { DEFAULT_PREFERENCES } from '@backoffice/contract/preferences'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearNotifications, useNotifications } from '../../../kit/notifications/notifications.ts'
import { usePreferences } from '../../../kit/preferences/preferences.ts'
import { expectResult, reportFile } from './file-notices.ts'

let made = 0

/** The fields that notices use. */
function aFile(changes: Partial<TrackedFile>): TrackedFile {
  made += 1
  return {
    source_filekey: `00000000-0000-4000-8000-${String(made).padStart(12, '0')}`,
    is_own: true,
    file_name: 'tenders-november.csv',
    kind: 'import',
    category: 'TENDERS',
    state: 'AWAITING_CONFIRMATION',
    counts: { total: 4, valid: 3, error: 1, found: 0, skipped: 0 },
    preview: { new: 38, changed: 214, rejected: 0 },
    failure: null,
    percent: 0,
    ...changes,
  } as TrackedFile
}

const texts = () => useNotifications.getState().log.map(({ text }) => text)

beforeEach(() => {
  clearNotifications()
  vi.stubGlobal('location', { pathname: '/lookup/tenders' })
  vi.stubGlobal('document', { visibilityState: 'visible' })
})

afterEach(() => vi.unstubAllGlobals())

test('reports an import that waits for its confirmation once, with a link', () => {
  const file = aFile({})
  reportFile(file)
  reportFile(file)
  expect(useNotifications.getState().log).toMatchObject([
    {
      kind: 'waiting',
      text: 'tenders-november.csv is ready to import: 38 new, 214 changed',
      count: 1,
      actions: [{ label: 'Open', href: `/files/${file.source_filekey}` }],
    },
  ])
})

test('reports an import without a valid row', () => {
  const preview = { new: 0, changed: 0, rejected: 4 } as TrackedFile['preview']
  reportFile(aFile({ counts: { total: 4, valid: 0, error: 4, found: 0, skipped: 0 }, preview } as never))
  expect(texts()).toEqual(['tenders-november.csv has rows to fix: 4 rejected'])
})

test('reports an upload that waits for its columns', () => {
  reportFile(aFile({ state: 'MATCHING', preview: null, file_name: 'branches.xlsx' }))
  expect(useNotifications.getState().log).toMatchObject([
    { kind: 'waiting', text: 'branches.xlsx waits for its columns to be matched' },
  ])
})

test('the end replaces the previous notice', () => {
  const file = aFile({})
  reportFile(file)
  const written = { new: 38, changed: 211, conflicts: 3 }
  const preview = { ...file.preview, rejected: 21, written } as TrackedFile['preview']
  reportFile({ ...file, state: 'COMPLETED_WITH_ERRORS', preview })
  expect(texts()).toEqual(['tenders-november.csv is imported into Tenders: 38 new, 211 changed, 24 skipped'])
})

test('does not report files of other users or the visible file', () => {
  reportFile(aFile({ is_own: false }))
  const shown = aFile({})
  location.pathname = `/files/${shown.source_filekey}`
  reportFile(shown)
  expect(texts()).toEqual([])
})

test('reports the progress of work started on this page', () => {
  reportFile(aFile({ kind: 'export', state: 'PROCESSING', percent: 10 }))
  expect(texts()).toEqual([])
  const own = aFile({ kind: 'export', state: 'PROCESSING', percent: 10, preview: null })
  expectResult(own.source_filekey)
  reportFile(own)
  reportFile({ ...own, percent: 60 })
  expect(useNotifications.getState().log).toMatchObject([{ kind: 'progress', percent: 60 }])
})

test('names an export as it is downloaded', () => {
  usePreferences.setState({ saved: { ...DEFAULT_PREFERENCES, download_format: 'xlsx' } })
  const file = aFile({ kind: 'export', state: 'COMPLETED', file_name: 'branches-2026-11-29.csv' })
  reportFile(file)
  expect(texts()).toEqual(['branches-2026-11-29.xlsx is ready to download: 4 rows'])
  // Evidence has no workbook.
  reportFile(aFile({ ...file, source_filekey: 'evidence', category: 'REVIEWS', file_name: 'review.csv' }))
  expect(texts()[0]).toBe('review.csv is ready to download: 4 rows')
})

test('shows the end of an export that was pushed before the reply of the call that started it', async () => {
  const own = aFile({ kind: 'export', state: 'COMPLETED', preview: null })
  reportFile(own)
  expectResult(own.source_filekey)
  reportFile(own)
  expect(useNotifications.getState().log).toMatchObject([{ kind: 'ready', count: 1 }])
  // The library of toasts cannot be loaded here, so the text of the toast is announced.
  const { announcement } = useNotifications.getState()
  await vi.waitFor(() => expect(useNotifications.getState().announcement).not.toBe(announcement))
  expect(useNotifications.getState().announcement).toBe(texts()[0])
})

test('reports a failure after a retry again', () => {
  const failure = { code: 'x', detail: 'Storage is full.' }
  const file = aFile({ state: 'FAILED', failure })
  reportFile(file)
  clearNotifications()
  reportFile({ ...file, state: 'PROCESSING' })
  reportFile(file)
  expect(texts()).toEqual(['tenders-november.csv failed: Storage is full.'])
})

test('does not report a notice from before a reload again', () => {
  const file = aFile({})
  reportFile(file)
  const { log } = useNotifications.getState()
  clearNotifications()
  // Another file, which this page has not reported yet.
  const key = '00000000-0000-4000-8000-999999999999'
  useNotifications.setState({ log: log.map((each) => ({ ...each, subject: key, isRead: true })) })
  reportFile({ ...file, source_filekey: key })
  expect(useNotifications.getState().log).toMatchObject([{ isRead: true, count: 1 }])
})

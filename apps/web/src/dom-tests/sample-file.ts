import type { TrackedFile } from '@backoffice/contract/endpoints/files'

let count = 0

/** A tracked inquiry file that waits for its confirmation. */
export function sampleFile(facts: Partial<TrackedFile> = {}): TrackedFile {
  count += 1
  const at = '2026-11-24T01:00:00.000Z'
  return {
    source_filekey: `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`,
    version: 4,
    file_name: `cards-${count}.csv`,
    kind: 'inquiry',
    category: 'SMAC_INQUIRY',
    state: 'AWAITING_CONFIRMATION',
    size: 60,
    sha256: null,
    uploaded_by: { id: '00000000-0000-4000-8000-00000000000a', name: 'Maria Reyes' },
    is_own: true,
    runs_for: null,
    attempt: 1,
    counts: {
      total: 3,
      valid: 3,
      warning: 0,
      error: 0,
      duplicate: 0,
      processed: 0,
      skipped: 0,
      found: null,
      not_found: null,
    },
    rows_without_dates: 0,
    percent: 0,
    rows_per_second: null,
    seconds_left: null,
    created_at: at,
    uploaded_at: at,
    validating_at: at,
    validated_at: at,
    confirmed_at: null,
    processing_at: null,
    finished_at: null,
    expires_at: null,
    read_at: at,
    failure: null,
    already_uploaded: null,
    inquiry: null,
    preview: null,
    import: null,
    export: null,
    action: null,
    approval: null,
    hold: null,
    artifacts: ['source'],
    needs_reason: { artifacts: [], retry: false, run_again: false },
    may: {
      upload: false,
      confirm: true,
      cancel: true,
      retry: false,
      run_again: false,
      download: true,
      release: false,
    },
    ...facts,
  }
}

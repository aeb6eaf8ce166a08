import { TABLES } from '@backoffice/contract/tables/tables'

/** What is kept of a table or of the objects under a prefix, for how long, what removes it, and how that is audited. */
type Kept = {
  of: readonly string[]
  /** In place of their names. */
  shown?: string
  what: string
  kept: string
  by: string
  audit: string
}

const SUMMARY = 'counted in the summary of the night'
const NONE = 'none: nothing of it tells about a person'
const NIGHTLY = '`remove-old-files`'
const FOREVER = 'while the system is used'

/** Every table of the schemas `public`, `identity` and `pgboss`, and the pattern of those in `staging`. */
export const RETAINED_TABLES: readonly Kept[] = [
  {
    of: ['public.audit_events'],
    what: 'the audit trail',
    kept: '5 years',
    by: `${NIGHTLY}, through a function of the owner that takes no date`,
    audit: '`audit.remove` for each batch, with its count',
  },
  {
    of: ['public.files'],
    what: 'tracked files: states, counts, times; what they hold goes earlier, see the objects',
    kept: '5 years after their end',
    by: NIGHTLY,
    audit: SUMMARY,
  },
  {
    of: ['public.file_errors'],
    what: 'the first 1,000 errors of a dry run',
    kept: '30 days after the check, as the error file',
    by: NIGHTLY,
    audit: '`file.remove` (reports)',
  },
  {
    of: ['public.inquiry_chunks'],
    what: 'progress of an inquiry over a file',
    kept: '90 days after the upload',
    by: NIGHTLY,
    audit: '`file.remove` (originals)',
  },
  {
    of: ['public.inquiries'],
    what: 'inquiries: who, when, purpose, ticket, criteria with masked cards, outcome. The answer of a single inquiry shows members’ data as a result does',
    kept: '5 years; the answer 90 days',
    by: NIGHTLY,
    audit: SUMMARY,
  },
  {
    of: ['public.card_reveals', 'public.card_file_reveals'],
    what: 'revealed cards, and files of others opened with whole numbers, for the quotas and the dashboard’s mean; their reasons are in the trail too',
    kept: '5 years',
    by: `${NIGHTLY}, through a function of the owner`,
    audit: SUMMARY,
  },
  {
    of: ['public.last_four_counts'],
    what: 'how many rows a user uploaded by the last four digits of their cards, to notice a search for a number',
    kept: '30 days',
    by: NIGHTLY,
    audit: SUMMARY,
  },
  {
    of: ['public.users'],
    what: 'users. Of deleted ones: contact, employee number, department and reason; name and e-mail, which the trail needs',
    kept: 'until they are deleted, then 30 days; name and e-mail 5 years',
    by: NIGHTLY,
    audit: '`user.remove` for each',
  },
  {
    of: ['public.user_policies', 'public.user_preferences', 'public.view_defaults'],
    what: 'extra policies and preferences of a user',
    kept: 'as the user; 30 days after the deletion',
    by: NIGHTLY,
    audit: '`user.remove` (profile)',
  },
  {
    of: ['public.views'],
    what: 'saved views',
    kept: 'until they are deleted; those that only a deleted user saw, 30 days after the deletion',
    by: NIGHTLY,
    audit: '`user.remove` (profile)',
  },
  {
    of: ['public.provider_actions'],
    what: 'what the identity provider is still to be told',
    kept: 'until it has taken it; one that it refused stays until somebody asks again',
    by: '`tell-provider`',
    audit: 'the change itself',
  },
  {
    of: ['public.ended_sessions'],
    what: 'sessions that were ended',
    kept: '31 days: by then their last token has run out',
    by: NIGHTLY,
    audit: SUMMARY,
  },
  {
    of: ['public.idempotency_keys'],
    what: 'replies of repeatable calls',
    kept: '2 days',
    by: NIGHTLY,
    audit: SUMMARY,
  },
  {
    of: TABLES.map(({ name }) => `public.${name}`),
    shown: 'every lookup table',
    what: 'rows; a deleted row is a tombstone that undo brings back',
    kept: 'until it is deleted, then 5 years, as long as its history',
    by: NIGHTLY,
    audit: SUMMARY,
  },
  {
    of: ['public.terminal_moves'],
    what: 'where a terminal stood and when, by which old transactions are mapped',
    kept: 'as the terminal',
    by: 'deleted with it',
    audit: 'of the terminal',
  },
  {
    of: ['public.cards', 'public.transactions'],
    what: 'members’ cards and transactions, a copy of the loyalty system',
    kept: 'by the loyalty system’s period: the application cannot write them (decision 033)',
    by: 'the owner',
    audit: 'of the loyalty system',
  },
  {
    of: ['public.code_usage', 'public.transaction_days'],
    what: 'sums of the transactions, by code and by day',
    kept: 'as the transactions',
    by: 'triggers',
    audit: NONE,
  },
  {
    of: [
      'public.roles',
      'public.policies',
      'public.role_policies',
      'public.holidays',
      'public.calendar_days',
    ],
    what: 'configuration',
    kept: 'until it is deleted',
    by: 'its screens, or the load of holidays',
    audit: 'the change itself',
  },
  {
    of: ['public.processes'],
    what: 'processes that live',
    kept: '1 day after the last beat',
    by: 'the heartbeat of the others',
    audit: NONE,
  },
  {
    of: ['public.call_counts'],
    what: 'calls of each user and address in the current minute',
    kept: '1 minute after its end',
    by: 'the web processes',
    audit: NONE,
  },
  {
    of: ['public.removed_counts'],
    what: 'what was removed and is in no summary yet',
    kept: 'until the summary',
    by: NIGHTLY,
    audit: 'the summary',
  },
  {
    of: ['public.access_version', 'public.migrations', 'identity.migrations', 'pgboss.version'],
    what: 'versions',
    kept: FOREVER,
    by: '–',
    audit: NONE,
  },
  {
    of: ['staging.f_*'],
    what: 'the rows of one file between its dry run and its end',
    kept: 'until the end of the file; one that was left, 1 day',
    by: `the job of the file; ${NIGHTLY}`,
    audit: 'the end of the file; those left are counted in the summary',
  },
  {
    of: ['identity.users', 'identity.second_factors'],
    what: 'accounts of the embedded provider',
    kept: 'until the user is deleted',
    by: '`tell-provider`',
    audit: 'the deletion',
  },
  {
    of: ['identity.sessions'],
    what: 'sessions of the embedded provider',
    kept: '7 days after they expire',
    by: 'the provider, once a minute at most',
    audit: NONE,
  },
  {
    of: ['identity.codes'],
    what: 'digests of mailed codes',
    kept: '1 day after they expire',
    by: 'the provider',
    audit: NONE,
  },
  {
    of: [
      'identity.counters',
      'identity.used_challenges',
      'identity.pending_authenticators',
      'identity.signing_keys',
    ],
    what: 'throttles, spent challenges, authenticators not confirmed, retired keys',
    kept: 'until they expire',
    by: 'the provider',
    audit: NONE,
  },
  {
    of: ['identity.failed_sign_ins'],
    what: 'failed sign-ins by day, without names',
    kept: '400 days',
    by: 'the provider',
    audit: NONE,
  },
  {
    of: ['pgboss.job', 'pgboss.job_common', 'pgboss.job_dependency'],
    what: 'jobs, which name files and users by their ids',
    kept: '1 day after their end; those that failed for good 7 days; 14 days if nothing takes them',
    by: 'the supervising worker',
    audit: NONE,
  },
  {
    of: ['pgboss.queue', 'pgboss.schedule', 'pgboss.subscription'],
    what: 'queues and their schedule',
    kept: FOREVER,
    by: '–',
    audit: NONE,
  },
  {
    of: ['pgboss.bam', 'pgboss.warning', 'pgboss.queue_stats', 'pgboss.queue_stats_*'],
    what: 'of the queue itself; not written here',
    kept: 'empty',
    by: '–',
    audit: NONE,
  },
]

/** Every prefix of `objectKey`, and what else lies beside the objects. */
export const RETAINED_OBJECTS: readonly Kept[] = [
  {
    of: ['uploads/'],
    what: 'uploaded originals',
    kept: '90 days after the upload; one that was never complete, 1 day after it expired or was cancelled',
    by: NIGHTLY,
    audit: '`file.remove` (originals)',
  },
  {
    of: ['results/'],
    what: 'results of inquiries, with their copies for spreadsheets and with masked numbers; of exports and actions',
    kept: 'with the upload, 90 days; 30 days',
    by: NIGHTLY,
    audit: '`file.remove` (originals)',
  },
  {
    of: ['reports/'],
    what: 'error files, rejected rows, previews',
    kept: '30 days after the check',
    by: NIGHTLY,
    audit: '`file.remove` (reports)',
  },
  {
    of: ['chunks/'],
    what: 'parts of a result that is being written',
    kept: 'until the result is written; those left, 1 day after the end of the file, then with its upload',
    by: `the job of the file; ${NIGHTLY}`,
    audit: 'of the file',
  },
  {
    of: ['unfinished writes'],
    what: 'temporary files; multipart uploads that were neither completed nor aborted',
    kept: '1 day',
    by: NIGHTLY,
    audit: NONE,
  },
]

export function retentionTable(rows: readonly Kept[]): string {
  const lines = rows.map(
    ({ of, shown, what, kept, by, audit }) =>
      `| ${shown ?? of.map((name) => `\`${name}\``).join(', ')} | ${what} | ${kept} | ${by} | ${audit} |`,
  )
  return ['| | what | how long | removed by | audited as |', '|---|---|---|---|---|', ...lines].join('\n')
}

import type { InquiryResult, Transaction } from '@backoffice/contract/inquiries'
import {
  checkTemplate,
  composedText,
  isReplyPart,
  LANGUAGE_LABELS,
  REPLY_PART_NAMES,
  REPLY_PARTS,
  TEMPLATE_KIND_LABELS,
  type TemplateContent,
} from '@backoffice/contract/reply/templates'
import { type ReplyTemplate, replyTemplateEndpoints } from '@backoffice/contract/reply-templates'
import { replySentences } from '@backoffice/contract/reply-text'
import type { ListColumns } from '../../kit/list/columns.ts'
import { ColumnsPanel } from '../../kit/list/columns-panel.tsx'
import { Conflict } from '../../kit/record/conflict.tsx'
import formCss from '../../kit/record/record-form.module.css'
import { RecordForm } from '../../kit/record/record-form.tsx'
import { useVersionedForm } from '../../kit/record/use-versioned-form.ts'
import { call } from '../../net/call.ts'
import { TextArea } from '../../ui/text-area.tsx'
import { refreshTemplates, storeTemplate } from './template-queries.ts'
import css from './templates-dialog.module.css'

/** Parts as text, so that two versions can be compared. */
type FormValues = { greeting: string; parts: string; closing: string }

const LABELS = { greeting: 'Greeting', parts: 'Parts', closing: 'Closing' } as const
const PARTS_LIST: ListColumns = {
  declaration: { name: 'reply-parts', title: 'Parts of a reply', fields: {}, sort: [] },
  columns: REPLY_PART_NAMES.map((field) => {
    const { label, isRequired } = REPLY_PARTS[field]
    return { field, label, ...(isRequired && { always: true as const }) }
  }),
}

const valuesOf = ({ greeting, parts, closing }: ReplyTemplate): FormValues => ({
  greeting,
  parts: parts.join(','),
  closing,
})
const contentOf = ({ greeting, parts, closing }: FormValues): TemplateContent & { parts: string[] } => ({
  greeting,
  parts: parts.split(','),
  closing,
})
const shownParts = (value: string) =>
  value
    .split(',')
    .map((part) => (isReplyPart(part) ? REPLY_PARTS[part].label : part))
    .join(', ')

const checkOf = (field: keyof TemplateContent) => (_value: string, values: FormValues) =>
  checkTemplate(contentOf(values)).find((problem) => problem.field === field)?.message

type Props = { template: ReplyTemplate; onClose: () => void; onCancel: () => void }

export function TemplateForm({ template, onClose, onCancel }: Props) {
  const { kind, language } = template
  const name = `${TEMPLATE_KIND_LABELS[kind]}, ${LANGUAGE_LABELS[language]}`
  const { form, before, values, conflict, openedAtMs } = useVersionedForm<
    ReplyTemplate,
    FormValues,
    TemplateContent & { parts: string[]; version: number }
  >({
    record: template,
    permission: 'case:resolve',
    valuesOf,
    fields: () => ({
      greeting: { label: LABELS.greeting, check: checkOf('greeting') },
      parts: { label: LABELS.parts, check: checkOf('parts') },
      closing: { label: LABELS.closing, check: checkOf('closing') },
    }),
    changeOf: (after, { version }) => ({ ...contentOf(after), version }),
    run: (body) => call(replyTemplateEndpoints.update, { params: { kind, language }, body }),
    successText: `${name} saved`,
    store: storeTemplate,
    refresh: refreshTemplates,
    saved: onClose,
  })
  const parts = form.widget('parts')
  const shown = contentOf(values())
  return (
    <>
      <RecordForm label={name} form={form} permission="case:resolve" onCancel={onCancel}>
        <div className={formCss.fields}>
          <TextArea {...form.field('greeting')} hint="Before the findings" maxLength={500} />
          <div className={css.parts}>
            <ColumnsPanel
              list={PARTS_LIST}
              choice={shown.parts.map((id) => ({ id }))}
              onChange={(choice) => parts.onChange(choice.map(({ id }) => id).join(','))}
              label={LABELS.parts}
            />
          </div>
          {parts.error && <p role="alert">{parts.error}</p>}
          <TextArea {...form.field('closing')} hint="After the findings" maxLength={500} />
          <section aria-label="Preview" className={css.preview}>
            <h3>Preview with a sample card</h3>
            <p lang={language}>{composedText(replySentences(SAMPLE_RESULT, language), shown)}</p>
          </section>
        </div>
      </RecordForm>
      {conflict && (
        <Conflict
          {...conflict}
          noun="template"
          record={name}
          actor={conflict.theirs.updated_by ?? undefined}
          openedAtMs={openedAtMs}
          versions={{ base: before, mine: values(), theirs: valuesOf(conflict.theirs) }}
          labelOf={(field) => (field in LABELS ? LABELS[field as keyof typeof LABELS] : field)}
          shown={(field, value) => (field === 'parts' ? shownParts(value) : value || 'none')}
          onSave={(merged) =>
            conflict.onSave({
              greeting: merged.greeting ?? '',
              parts: merged.parts ?? '',
              closing: merged.closing ?? '',
            })
          }
        />
      )}
    </>
  )
}

const NONE = { terminal_id: null, rrn: null, approval_code: null, balance_after: null, reject_reason: null }

const purchase = (change: Partial<Transaction>): Transaction => ({
  ...NONE,
  transaction_id: '1',
  business_date: '2026-10-20',
  transaction_at: '2026-10-20T04:00:00Z',
  card: '•••• 0011',
  account_number: null,
  tran_code: null,
  tran_description: null,
  tran_class: 'EARN',
  source_system: 'POS',
  source_tran_code: 'SALE',
  company_code: null,
  branch_code: null,
  branch_name: 'Bonifacio – Malita',
  receipt_no: 'N000952061',
  payment_method_code: null,
  amount: 300_000,
  points: 1_500,
  status: 'PENDING',
  posted_at: null,
  posting_age: 25,
  ...change,
})

const rejected = { status: 'REJECTED', posting_age: null, reject_reason: 'Card not active' } as const

/** An invented card with a finding for most parts, for previews of templates. */
const SAMPLE_RESULT: InquiryResult = {
  id: '',
  mode: 'CARD',
  purpose: 'MEMBER_COMPLAINT',
  ticket_no: '',
  owner: { id: '', name: '' },
  created_at: '2026-11-24T06:05:00Z',
  as_of: '2026-11-24',
  criteria: { subject: '•••• 0011', card_id: null, date_from: '2026-08-25', date_to: '2026-11-24' },
  outcome: 'FOUND',
  cards: [
    {
      card_id: '',
      card: '•••• 0011',
      account_number: '',
      tier: '',
      status: 'ACTIVE',
      activated_on: null,
      expires_on: null,
      points_balance: 0,
      member_name: '',
    },
  ],
  totals: {
    rows: 6,
    amount: 775_000,
    earned: 1_800,
    redeemed: 25_000,
    pending: 2,
    pending_points: 1_950,
    oldest_pending_working_days: 25,
  },
  items: [
    purchase({}),
    purchase({ transaction_id: '2', posting_age: 3, points: 450 }),
    purchase({ transaction_id: '3', ...rejected, amount: 90_000, business_date: '2026-11-18' }),
  ],
  is_cut: false,
  without_filters: null,
  last_on: null,
  pending_not_included: { on_dates: 0, outside_dates: 1, are_purchases: true },
  cases: [
    {
      case_no: 'C-000118',
      kind: 'LATE_POINTS',
      status: 'SENT',
      sent_at: '2026-11-20T02:00:00Z',
      resolution: null,
      resolved_at: null,
      purchases: [{ transaction_id: '1', status: 'PENDING', posted_at: null }],
    },
  ],
}

import { RefusalNotice } from '../feedback/refusal-notice.tsx'
import type { RuleForm, Values } from './rule-form.ts'

/** As `FormErrorNotice`, for forms of signed-in users, who can request a missing permission. */
export function FormRefusal<V extends Values>({ form }: { form: RuleForm<V> }) {
  return form.formError && <RefusalNotice error={form.failure} message={form.formError} />
}

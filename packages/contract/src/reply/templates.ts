import { maskCardNumbers } from '../card-number.ts'
import { CASE_KIND_LABELS } from '../case-values.ts'
import type { InquiryResult } from '../inquiries.ts'
import { keysOf } from '../objects.ts'

/** Parts of a reply, in their default order. Each is a group of sentences that state findings. */
export const REPLY_PARTS = {
  subject: { label: 'Card and dates', isRequired: true },
  filters: { label: 'Filters', isRequired: true },
  not_found: { label: 'Nothing found', isRequired: true },
  summary: { label: 'Totals', isRequired: false },
  late: { label: 'Late points', isRequired: true },
  cases: { label: 'Cases', isRequired: true },
  early: { label: 'Points not late yet', isRequired: true },
  rejected: { label: 'Rejected purchases', isRequired: true },
  not_listed: { label: 'Older transactions', isRequired: true },
  not_included: { label: 'Not included', isRequired: true },
  nothing_pending: { label: 'Nothing pending', isRequired: false },
} as const satisfies Record<string, { label: string; isRequired: boolean }>
export type ReplyPart = keyof typeof REPLY_PARTS
export const REPLY_PART_NAMES = keysOf(REPLY_PARTS)

/**
 * True if a template must have the part. Without the totals, or without the sentence that nothing is pending, a reply
 * says less but nothing wrong; without any other part it would hide something that the customer relies on.
 */
export const isRequiredPart = (part: ReplyPart) => REPLY_PARTS[part].isRequired

export function isReplyPart(name: string): name is ReplyPart {
  return Object.hasOwn(REPLY_PARTS, name)
}

/** A sentence of a reply, with the part that it belongs to. */
export type ReplySentence = { part: ReplyPart; text: string }

/** Kinds of reply, each with a template: about an inquiry without a case, and by the kind of its case. */
export const TEMPLATE_KIND_LABELS = { INQUIRY: 'Inquiry', ...CASE_KIND_LABELS } as const
export type TemplateFormat = keyof typeof TEMPLATE_KIND_LABELS
export const TEMPLATE_KINDS = keysOf(TEMPLATE_KIND_LABELS)

/** Maximum length of a greeting or closing. */
export const MAX_GREETING_LENGTH = 500

/** A template adds a greeting and a closing, and orders the parts. The sentences are code. */
export type TemplateContent = { greeting: string; parts: readonly string[]; closing: string }

/** No greeting, no closing, and all parts in their default order. */
export const STARTER_TEMPLATE: TemplateContent = { greeting: '', parts: REPLY_PART_NAMES, closing: '' }

/** The kind of the newest case, which is last. */
export function templateKindOf({ cases }: Pick<InquiryResult, 'cases'>): TemplateFormat {
  return cases.at(-1)?.kind ?? 'INQUIRY'
}

export type TemplateProblem = { field: keyof TemplateContent; message: string }

/** Reasons to refuse a template, by field. */
export function checkTemplate({ greeting, parts, closing }: TemplateContent): TemplateProblem[] {
  const problems: (TemplateProblem | undefined)[] = [
    checkText('greeting', 'Greeting', greeting),
    checkParts(parts),
    checkText('closing', 'Closing', closing),
  ]
  return problems.filter((problem) => problem !== undefined)
}

function checkText(field: 'greeting' | 'closing', label: string, text: string): TemplateProblem | undefined {
  if (text.length > MAX_GREETING_LENGTH)
    return { field, message: `${label} has at most ${MAX_GREETING_LENGTH} characters` }
  if (maskCardNumbers(text) !== text)
    return { field, message: 'Leave the card number out: this is shown to others' }
  const placeholder = /\{[^{}]*\}/.exec(text)?.[0]
  return placeholder === undefined
    ? undefined
    : { field, message: `${placeholder} is not filled in here: ${label} is plain text` }
}

function checkParts(parts: readonly string[]): TemplateProblem | undefined {
  const field = 'parts'
  const unknown = parts.find((part) => !isReplyPart(part))
  if (unknown !== undefined) return { field, message: `There is no placeholder ${maskCardNumbers(unknown)}` }
  const doubled = parts.filter(isReplyPart).find((part, at) => parts.indexOf(part) !== at)
  if (doubled) return { field, message: `${REPLY_PARTS[doubled].label} appears twice` }
  const missing = missingParts(parts)[0]
  return missing && { field, message: `${REPLY_PARTS[missing].label} can’t be left out` }
}

const missingParts = (parts: readonly string[]): ReplyPart[] =>
  REPLY_PART_NAMES.filter((part) => isRequiredPart(part) && !parts.includes(part))

/**
 * Sentences in the order of a template. A part that the template repeats or does not know changes nothing, and a
 * required part that it lacks comes last, so that an older template cannot hide a finding.
 */
export function arrangeSentences(
  sentences: readonly ReplySentence[],
  parts: readonly string[],
): ReplySentence[] {
  const order = [...new Set(parts), ...missingParts(parts)]
  return order.flatMap((part) => sentences.filter((sentence) => sentence.part === part))
}

/** The text to paste. An empty line separates the greeting and the closing from the findings. */
export function composedText(
  sentences: readonly ReplySentence[],
  { greeting, parts, closing }: TemplateContent,
): string {
  const findings = arrangeSentences(sentences, parts).map(({ text }) => text)
  return [greeting.trim(), findings.join('\n'), closing.trim()].filter((block) => block !== '').join('\n\n')
}

/** Languages of the reply text. */
export const LANGUAGE_LABELS = { en: 'English', fil: 'Filipino' } as const
export type Language = keyof typeof LANGUAGE_LABELS
export const LANGUAGES = keysOf(LANGUAGE_LABELS)

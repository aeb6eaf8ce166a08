import { isList } from './grammar.ts'
import type { FieldContext, Params } from './rule.ts'
import { attempt } from './values.ts'

/**
 * Messages by rule; `_default` for the rest. `{field}` is the label, `{Field}` the label in start case,
 * `0:{length}` the first parameter.
 */
export type Catalogue = Readonly<Record<string, string>>

/** Also shown where a file is refused without a rule. An instruction is shown below it. */
export const FILE_SIZE_EXCEEDED = 'File size limit exceeded'

export const PRODUCT_MESSAGES: Catalogue = {
  email: 'Invalid email address',
  min: 'Must contain at least 0:{length} characters',
  max: '{Field} must only contain 0:{length} characters',
  required: 'Enter {field}',
  required_files: 'Enter {field}',
  digits: '{field} exceeds expected value',
  phone_number: 'Invalid mobile number format',
  ph_phone_number: 'Invalid mobile number format',
  has_number: 'Must contain at least one number',
  has_special_char: 'Must contain at least one special character',
  has_upper_lower_case: 'Must contain both uppercase and lowercase characters',
  no_spaces: 'This field cannot contain any spaces.',
  confirm_password: 'Passwords do not match',
  select_required: 'Select {field}',
  fileSize: FILE_SIZE_EXCEEDED,
  totalSize: 'Total file size limit per record exceeded. Remove attached files to free up space.',
  _default: '{field} is invalid',
}

/** Messages that apply without a catalogue. */
const OWN_MESSAGES: Catalogue = {
  phone_number: 'This field must be a valid phone_number',
  _default: '{field} is not valid',
}

/** Order: the field's message for the rule, the catalogue's, the field's default, the catalogue's default, the next catalogue. */
export function messageOf(
  rule: string,
  params: Params,
  { name, label, messages = {} }: FieldContext,
  catalogues: readonly Catalogue[],
): string {
  const candidates = [...catalogues, OWN_MESSAGES].flatMap((catalogue) => [
    own(messages, rule) ?? own(catalogue, rule),
    own(messages, '_default') ?? own(catalogue, '_default'),
  ])
  const template = candidates.find((each) => each !== undefined) ?? ''
  return interpolate(template, label || startCase(name), params)
}

function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}

/** Unknown placeholders are unchanged. */
function interpolate(template: string, field: string, params: Params): string {
  return template.replace(/([0-9]:)?\{([^{}]+)\}/g, (typed, place: string | undefined, name: string) => {
    if (name === 'field' && !place) return field
    if (name === 'Field' && !place) return startCase(field)
    const value = isList(params) ? place && params[Number.parseInt(place, 10)] : own(params, name)
    return value === undefined ? typed : (attempt(() => String(value)) ?? typed)
  })
}

/** Runs of capitals, words with or without an initial capital, and numbers. */
const WORDS = /\p{Lu}+(?![\p{Ll}\p{Lo}\p{M}])|\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+|\p{N}+/gu

/** `terminal_id` → `Terminal Id`, `branchCode2` → `Branch Code 2`, `SMACNumber` → `SMAC Number`. */
export function startCase(name: string): string {
  const words = name.replaceAll(/['’]/g, '').match(WORDS) ?? []
  return words.map(capitalised).join(' ')
}

/** Letters whose capital form has two letters, such as ß, are unchanged. */
function capitalised(word: string): string {
  const first = word.charAt(0).toUpperCase()
  return first.length === 1 ? first + word.slice(1) : word
}

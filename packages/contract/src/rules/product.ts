import { entriesOf, fileOf } from './files.ts'
import type { Params, Rule } from './rule.ts'
import { isEmpty, matches, numberParam, onText, param } from './values.ts'

const MB = 1024 * 1024

/** Total bytes of the files; NaN if one is not a file. */
const totalBytes = (value: unknown) =>
  entriesOf(value).reduce<number>((sum, entry) => sum + fileOf(entry).size, 0)

/** True up to the limit in megabytes, or without a limit. */
function isWithin(bytes: number, params: Params): boolean {
  return isEmpty(param(params, 'limit')) || bytes <= numberParam(params, 'limit') * MB
}

/** The product's rules. Text rules pass on empty values, so that optional fields stay optional. */
export const productRules = {
  /** Replaces the standard rule. Any truthy value passes: `' '` and `[]`, but not `0`. */
  required: Boolean,
  required_files: (value) => {
    const isArrayOrList = value !== null && typeof value === 'object' && 'length' in value
    const entries = entriesOf(value)
    return isArrayOrList && entries.length > 0 && entries.every((entry) => fileOf(entry).size >= 0)
  },
  select_required: (value) => (Array.isArray(value) ? value.length > 0 : Boolean(value)),

  phone_number: matches(/^(?:09|\+639)[0-9]{9}$/),
  ph_phone_number: matches(/^\+639[0-9]{9}$/),
  has_number: matches(/[0-9]/),
  has_special_char: matches(/[!@#$%^&*]/),
  has_upper_lower_case: onText((text) => /[a-z]/.test(text) && /[A-Z]/.test(text)),
  no_spaces: matches(/^\S*$/),
  /** Compares empty values too, because an entered password requires its repetition. */
  confirm_password: (value, params) => {
    const other = param(params, 'target')
    return value === other || (isEmpty(value) && isEmpty(other))
  },

  /** Limits the total size of the files, in megabytes. */
  fileSize: (value, params) => isEmpty(value) || isWithin(totalBytes(value), params),
  /** Limits the total size of the files plus an existing size in bytes, in megabytes. */
  totalSize: (value, params) => {
    const kept = isEmpty(param(params, 'existing', 1)) ? 0 : numberParam(params, 'existing', 1)
    return isWithin(totalBytes(value) + kept, params)
  },
} satisfies Record<string, Rule>

const SEPARATORS = /[\s().-]/g
const MOBILE = /^(?:\+?63|0)(9\d{9})$/

/**
 * Converts a Philippine mobile number such as `0917 555 0117` or `+63 917-555-0117` to `+639175550117`. Anything else is
 * unchanged and left to the rules.
 */
export function internationalPhone(text: string): string {
  const [, digits] = MOBILE.exec(text.replaceAll(SEPARATORS, '')) ?? []
  return digits ? `+63${digits}` : text
}

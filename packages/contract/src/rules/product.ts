import { entriesOf, fileOf } from './files.ts'
import type { Params, Rule } from './rule.ts'
import { isEmpty, matches, numberParam, onText, param } from './values.ts'

const MB = 1024 * 1024

/** Bytes of all files; NaN where one is no file. */
const totalBytes = (value: unknown) =>
  entriesOf(value).reduce<number>((sum, entry) => sum + fileOf(entry).size, 0)

/** Whether bytes stay within the rule's first parameter in megabytes; where none is given, always. */
function isWithin(bytes: number, params: Params): boolean {
  return isEmpty(param(params, 'limit')) || bytes <= numberParam(params, 'limit') * MB
}

/** The product's own rules. Those on text pass on empty, so that optional fields stay optional. */
export const productRules = {
  /** In place of the standard one: any truthy value, so `' '` and `[]` pass and `0` does not. */
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
  /** Compared when empty too: an entered password wants its repetition; nothing twice is equal. */
  confirm_password: (value, params) => {
    const other = param(params, 'target')
    return value === other || (isEmpty(value) && isEmpty(other))
  },

  /** Megabytes of all files together. */
  fileSize: (value, params) => isEmpty(value) || isWithin(totalBytes(value), params),
  /** Megabytes of all files together and the bytes already kept. */
  totalSize: (value, params) => {
    const kept = isEmpty(param(params, 'existing', 1)) ? 0 : numberParam(params, 'existing', 1)
    return isWithin(totalBytes(value) + kept, params)
  },
} satisfies Record<string, Rule>

import type { RuleSet } from '@backoffice/contract/rules/check'

/** A rule with a passing and a failing value; the engine checks both. */
export type RuleRow = { rules: RuleSet; when: string; passing: unknown; failing: unknown }

/** Values of other form fields, for rules that refer to them. */
export const REST = { password: 'Backoffice#2026', contract: 'NF-2026-0412' }

const MB = 1_048_576
const file = (name: string, size: number, type = '') => ({ name, size, type })
const csv = file('cards.csv', 3 * MB, 'text/csv')
const scan = file('slip.jpg', 2 * MB, 'image/jpeg')
const square = (side: number) =>
  new File(
    [`<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"/>`],
    `logo-${side}.svg`,
    {
      type: 'image/svg+xml',
    },
  )

export const TEXT: readonly RuleRow[] = [
  {
    rules: 'email',
    when: 'It is one plain address of at most 254 characters',
    passing: "o'neil@mabini.ph",
    failing: 'a..b@mabini.ph',
  },
  { rules: 'min:8', when: 'It has at least that many characters', passing: 'Mabini 4', failing: 'Mabini' },
  { rules: 'max:6', when: 'It has at most that many characters', passing: 'Peña 😀', failing: 'Mabini 4' },
  {
    rules: 'length:4',
    when: 'It has exactly that many, a list that many items',
    passing: '0412',
    failing: ['0412'],
  },
  {
    rules: 'alpha:es',
    when: 'Only letters of the locale, or of any one locale',
    passing: 'Peñaflor',
    failing: 'Hall 9',
  },
  { rules: 'alpha_spaces:es', when: 'Letters and white space', passing: 'Santo Niño', failing: 'Hall 9' },
  { rules: 'alpha_num:en', when: 'Letters and digits', passing: 'NF0412', failing: 'NF-0412' },
  { rules: 'alpha_dash:en', when: 'Letters, digits, _ and -', passing: 'NF-0412_b', failing: 'NF 0412' },
  { rules: 'regex:^NF-', when: 'The pattern is found in it', passing: 'NF-0412', failing: 'MR-0412' },
  {
    rules: 'url:^https?:',
    when: 'It is an address, and the pattern is found in it',
    passing: 'https://mabini.ph',
    failing: 'ftp://mabini.ph',
  },
]

export const NUMBERS: readonly RuleRow[] = [
  { rules: 'digits:4', when: 'Exactly that many digits', passing: '0412', failing: '412' },
  { rules: 'numeric', when: 'Digits only, without sign or point', passing: '0412', failing: '-412' },
  { rules: 'integer', when: 'Digits, with or without a minus before them', passing: '-412', failing: '4.12' },
  { rules: 'between:1,31', when: 'The number lies within both, ends counted', passing: '31', failing: '32' },
  { rules: 'min_value:1', when: 'The number is that or more', passing: '1', failing: '0' },
  { rules: 'max_value:100', when: 'The number is that or less', passing: '100', failing: '100.5' },
]

export const COMPARISONS: readonly RuleRow[] = [
  { rules: 'is:yes', when: 'It is that very value', passing: 'yes', failing: 'Yes' },
  { rules: 'is_not:admin', when: 'It is any other value', passing: 'agent', failing: 'admin' },
  { rules: 'one_of:AUDIT,DISPUTE', when: 'It is one of the list', passing: 'AUDIT', failing: 'OTHER' },
  {
    rules: 'not_one_of:0000,9999',
    when: 'It is not in the list; for several values, none is',
    passing: ['0412', '0413'],
    failing: ['0412', '9999'],
  },
  {
    rules: 'confirmed:@contract',
    when: 'As text it equals the other field',
    passing: 'NF-2026-0412',
    failing: 'NF-2026-0413',
  },
]

export const FILES: readonly RuleRow[] = [
  {
    rules: 'ext:csv,txt',
    when: 'Each name ends in one of them',
    passing: csv,
    failing: file('a.csv.exe', 4096),
  },
  {
    rules: 'image',
    when: 'Each name ends as a picture does',
    passing: file('slip.webp', 90_000),
    failing: csv,
  },
  { rules: 'mimes:image/*', when: 'Each type fits one of them', passing: scan, failing: csv },
  {
    rules: 'size:2048',
    when: 'Each is at most that many kilobytes',
    passing: [scan, scan],
    failing: [scan, csv],
  },
  {
    rules: 'dimensions:16,16',
    when: 'Each decodes to that width and height',
    passing: square(16),
    failing: square(17),
  },
]

export const PRODUCT: readonly RuleRow[] = [
  {
    rules: 'required',
    when: 'Something is entered, even a space; 0 and an unticked box do not count',
    passing: 'Mabini Retail',
    failing: '',
  },
  { rules: 'required_files', when: 'There is at least one file', passing: [csv], failing: [] },
  { rules: 'select_required', when: 'Something is chosen', passing: ['AUDIT'], failing: [] },
  {
    rules: 'phone_number',
    when: '09 or +639, then nine digits',
    passing: '09171234567',
    failing: '0917 123 4567',
  },
  {
    rules: 'ph_phone_number',
    when: '+639, then nine digits',
    passing: '+639171234567',
    failing: '09171234567',
  },
  { rules: 'has_number', when: 'A digit is in it', passing: 'branch 9', failing: 'branch' },
  {
    rules: 'has_special_char',
    when: 'One of ! @ # $ % ^ & * is in it',
    passing: 'branch#9',
    failing: 'branch-9',
  },
  {
    rules: 'has_upper_lower_case',
    when: 'A small and a capital letter are in it',
    passing: 'Branch',
    failing: 'branch',
  },
  { rules: 'no_spaces', when: 'There is no white space in it', passing: 'Branch#9', failing: 'Branch 9' },
  {
    rules: 'confirm_password:@password',
    when: 'It equals the password above it',
    passing: 'Backoffice#2026',
    failing: 'backoffice#2026',
  },
  {
    rules: 'fileSize:5',
    when: 'All together are at most that many megabytes',
    passing: [csv, scan],
    failing: [csv, csv],
  },
  {
    rules: `totalSize:10,${6 * MB}`,
    when: 'All together, and the bytes already kept, are',
    passing: [csv],
    failing: [csv, scan],
  },
]

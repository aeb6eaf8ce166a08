export type Header = {
  /** Name of the database table, key of preferences and views, and part of file names. */
  readonly name: string
  /** Path below the operations API and of the screens. */
  readonly path: `/${'lookup' | 'glass'}/${string}`
  /** Shortcut that opens its list. */
  readonly keys: `g ${string}`
  readonly resource: string
  readonly category: Uppercase<string>
  /** `branch`, `Branch`, `branches`. */
  readonly noun: string
  readonly title: string
  readonly plural: string
}

/**
 * Names of the lookup tables, in navigation order. Permissions, labels, screens and file categories derive from them.
 * Separate from the fields, because every screen loads this file.
 */
export const TABLE_HEADERS = {
  tenders: {
    name: 'tenders',
    path: '/lookup/tenders',
    keys: 'g t',
    resource: 'tender',
    category: 'TENDERS',
    noun: 'tender',
    title: 'Tenders',
    plural: 'tenders',
  },
  terminals: {
    name: 'terminals',
    path: '/lookup/shell_tid',
    keys: 'g s',
    resource: 'terminal',
    category: 'TERMINALS',
    noun: 'terminal',
    title: 'Shell TID',
    plural: 'terminals',
  },
  trancodes: {
    name: 'trancodes',
    path: '/lookup/trancodes',
    keys: 'g c',
    resource: 'trancode',
    category: 'TRANCODES',
    noun: 'trancode',
    title: 'Trancodes',
    plural: 'trancodes',
  },
  company_groups: {
    name: 'company_groups',
    path: '/lookup/company_group',
    keys: 'g o',
    resource: 'company-group',
    category: 'COMPANY_GROUPS',
    noun: 'company',
    title: 'Company Group',
    plural: 'companies',
  },
  branches: {
    name: 'branches',
    path: '/glass/branch',
    keys: 'g b',
    resource: 'glass-branch',
    category: 'BRANCHES',
    noun: 'branch',
    title: 'Branch',
    plural: 'branches',
  },
  establishments: {
    name: 'establishments',
    path: '/glass/establishment',
    keys: 'g e',
    resource: 'glass-establishment',
    category: 'ESTABLISHMENTS',
    noun: 'establishment',
    title: 'Establishment',
    plural: 'establishments',
  },
  payment_methods: {
    name: 'payment_methods',
    path: '/glass/payment_method',
    keys: 'g m',
    resource: 'glass-payment-method',
    category: 'PAYMENT_METHODS',
    noun: 'payment method',
    title: 'Payment Method',
    plural: 'payment methods',
  },
  transaction_codes: {
    name: 'transaction_codes',
    path: '/glass/transaction_code',
    keys: 'g x',
    resource: 'glass-transaction-code',
    category: 'TRANSACTION_CODES',
    noun: 'transaction code',
    title: 'Transaction Code',
    plural: 'transaction codes',
  },
} as const satisfies Readonly<Record<string, Header>>

export type TableName = keyof typeof TABLE_HEADERS
type AnyHeader = (typeof TABLE_HEADERS)[TableName]
export type TableResource = AnyHeader['resource']

import { isKeyOf } from '@backoffice/contract/objects'
import {
  PENDING_AGES,
  type PendingAge,
  TRAN_CLASS_LABELS,
  TRANSACTION_FIGURES,
  type TranClass,
  type TransactionFigure,
} from '@backoffice/contract/transactions'

/** A figure of the dashboard, or a part of it, whose transactions are listed. */
export type Drill = {
  date: string | undefined
  figure: TransactionFigure
  /** An empty code means no company. */
  company_code?: string[] | undefined
  /** An empty class means not mapped. */
  tran_class?: (TranClass | '')[] | undefined
  age?: PendingAge | undefined
}

export type DrillSearch = Partial<Record<'date' | 'figure' | 'company' | 'class' | 'age', string | undefined>>

/** Stands for an empty code in the address. */
const NONE = '-'
const printed = (code: string) => code || NONE
const parsed = (text: string) => (text === NONE ? '' : text)

export function printDrill({ date, figure, company_code, tran_class, age }: Drill): DrillSearch {
  return {
    date,
    figure,
    company: company_code?.map(printed).join('~'),
    class: tran_class?.map(printed).join('~'),
    age,
  }
}

const COMPANIES = /^(-|[A-Z0-9]{1,6})(~(-|[A-Z0-9]{1,6})){0,49}$/

/** Keeps the known parts. Without a known figure it lists all transactions. */
export function parseDrill(search: Readonly<Record<string, unknown>>): Drill {
  const text = (name: keyof DrillSearch) => {
    const value = search[name]
    return typeof value === 'string' ? value : ''
  }
  const [figure, companies, age] = [text('figure'), text('company'), text('age')]
  const classes = text('class').split('~').map(parsed).filter(isClass)
  return {
    date: parseDay(search.date),
    figure: isKeyOf(TRANSACTION_FIGURES, figure) ? figure : 'TRANSACTIONS',
    ...(COMPANIES.test(companies) && { company_code: companies.split('~').map(parsed) }),
    ...(text('class') && classes.length > 0 && { tran_class: classes }),
    ...(isKeyOf(PENDING_AGES, age) && { age }),
  }
}

const isClass = (text: string): text is TranClass | '' => text === '' || isKeyOf(TRAN_CLASS_LABELS, text)

/** Parses a business date in the URL. */
export function parseDay(date: unknown): string | undefined {
  if (typeof date !== 'string' || !/^20\d{2}-\d{2}-\d{2}$/.test(date)) return undefined
  const at = new Date(`${date}T00:00:00Z`)
  // `Date` rolls 31 Feb into March: reject it.
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date) ? date : undefined
}

/** `Points pending, over 15 working days` */
export function drillTitle({ figure, company_code, tran_class, age }: Drill): string {
  return [
    TRANSACTION_FIGURES[figure],
    age && `${PENDING_AGES[age].label} working days`,
    company_code && joined(company_code, (code) => code || 'no company', 'companies'),
    tran_class &&
      joined(tran_class, (each) => (each === '' ? 'not mapped' : TRAN_CLASS_LABELS[each]), 'classes'),
  ]
    .filter(Boolean)
    .join(', ')
}

function joined<T>(values: readonly T[], nameOf: (value: T) => string, noun: string): string {
  return values.length > 3 ? `${values.length} ${noun}` : values.map(nameOf).join(' and ')
}

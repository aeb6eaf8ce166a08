import { dayText } from './calendar-days.ts'
import type { LookupRow } from './lookup-row.ts'

const SOURCES = ['POS', 'FUEL', 'ONLINE', 'KIOSK'] as const

/** Used codes. */
const USED = [
  ['SALE', '1000'],
  ['VOID', '1900'],
  ['RDM', '2000'],
  ['ADJ', '3000'],
] as const

const OTHERS = [
  ['RDMVOID', '2900'],
  ['ADJNEG', '3001'],
  ['XFEROUT', '4000'],
  ['XFERIN', '4001'],
  ['EXP', '5000'],
  ['ACT', '6000'],
  ['RNW', '6100'],
  ['BAL', '0100'],
  ['01', '1000'],
  ['02', '1900'],
  ['20', '2000'],
  ['22', '2900'],
] as const

/** Codes of a single company. */
const PARTICULAR = [
  ['FUEL', 'SALE2', '1000', 'NLF'],
  ['FUEL', 'CANOPY', '1000', 'NLF'],
  ['POS', 'DINE', '1000', 'KSN'],
  ['POS', 'TOGO', '1000', 'KSN'],
  ['ONLINE', 'ORDER', '1000', 'BYH'],
  ['ONLINE', 'CANCEL', '1900', 'BYH'],
] as const

/** About 70 codes. `asOf`: days since 1970-01-01. */
export function trancodes(asOf: number): LookupRow[] {
  const common = SOURCES.flatMap((source) =>
    [...USED, ...OTHERS].map(([code, tranCode]) => [source, code, tranCode, '*'] as const),
  )
  return [...common, ...PARTICULAR].map(([source_system, source_code, tran_code, company_code], index) => {
    const row = {
      source_system,
      source_code,
      tran_code,
      company_code,
      changed_days_ago: 2 + ((index * 29) % 380),
    }
    const isOld = source_code === '22'
    const isSoonOver = source_code === 'TOGO'
    return {
      ...row,
      status: source_code === 'CANOPY' ? 'INACTIVE' : 'ACTIVE',
      effective_from: source_code === 'CANCEL' ? dayText(asOf + 9) : null,
      effective_to: isOld ? dayText(asOf - 60) : isSoonOver ? dayText(asOf + 12) : null,
    }
  })
}

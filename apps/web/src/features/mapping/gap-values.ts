import { GAP_TABLES, type MappingGap } from '@backoffice/contract/mapping'

/** `FUEL 0088` */
export const gapName = ({ source_system, code }: Pick<MappingGap, 'source_system' | 'code'>) =>
  [source_system, code].filter(Boolean).join(' ')

type GapFacts = Pick<MappingGap, 'kind' | 'source_system' | 'code' | 'company_code' | 'branch_code'>

/** Values of a new row that the gap provides. */
export function knownValues({ kind, source_system, code, company_code, branch_code }: GapFacts) {
  const known = {
    [GAP_TABLES[kind].code]: code,
    source_system,
    company_code,
    ...(kind === 'TERMINAL' && { branch_code }),
  }
  return Object.fromEntries(Object.entries(known).flatMap(([name, value]) => (value ? [[name, value]] : [])))
}

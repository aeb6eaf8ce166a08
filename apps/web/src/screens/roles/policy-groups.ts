import { MODULES, RESOURCES } from '@backoffice/contract/access'
import { isKeyOf } from '@backoffice/contract/objects'
import type { PolicyOption } from '../../access/access-queries.ts'
import type { PickGroup } from '../../access/picker.tsx'

type Offered = Pick<PolicyOption, 'id' | 'name' | 'risk' | 'statements'> & { is_grantable?: boolean }

const NOT_HELD = 'You don’t have all of it, so you can’t grant it.'
const EVERYTHING = 'All modules'
const NOTHING = 'Without statements'

/** The module of its first statement. */
function groupOf({ statements: [first] }: Offered): string {
  if (first === undefined) return NOTHING
  const resource = first.slice(0, first.indexOf(':'))
  return isKeyOf(RESOURCES, resource) ? RESOURCES[resource].module : EVERYTHING
}

const ORDER: readonly string[] = [EVERYTHING, ...MODULES, NOTHING]

/** Policies by module, in the order of the modules and then by name. `before`: of the role as it is stored. */
export function policyGroups(
  policies: readonly Offered[],
  chosen: readonly string[],
  before: readonly string[] | undefined,
): PickGroup[] {
  return [...Map.groupBy(policies, groupOf)]
    .toSorted(([one], [other]) => ORDER.indexOf(one) - ORDER.indexOf(other))
    .map(([label, all]) => ({
      label,
      rows: all
        .toSorted((one, other) => one.name.localeCompare(other.name))
        .map(({ id, name, risk, statements, is_grantable }) => ({
          id,
          label: name,
          code: statements.join(', '),
          isHighRisk: risk === 'HIGH',
          isChosen: chosen.includes(id),
          wasChosen: before?.includes(id),
          refusal: is_grantable === false ? NOT_HELD : undefined,
        })),
    }))
}

import { MODULES, RESOURCES } from '@backoffice/contract/access'
import { isKeyOf } from '@backoffice/contract/objects'
import type { PolicyOption } from '../access/access-queries.ts'
import type { PickGroup } from '../access/picker.tsx'

type OfferedPolicy = Pick<PolicyOption, 'id' | 'name' | 'risk' | 'statements'> & { is_grantable?: boolean }

const NOT_HELD = 'You don’t have all of it, so you can’t grant it.'
const EVERYTHING = 'All modules'
const NOTHING = 'Without statements'

/** Module of the first statement. */
function groupOf({ statements: [first] }: OfferedPolicy): string {
  if (first === undefined) return NOTHING
  const resource = first.slice(0, first.indexOf(':'))
  return isKeyOf(RESOURCES, resource) ? RESOURCES[resource].module : EVERYTHING
}

const ORDER: readonly string[] = [EVERYTHING, ...MODULES, NOTHING]

/** Policies by module, then by name. `before`: policies of the stored role. */
export function policyGroups(
  policies: readonly OfferedPolicy[],
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

import { hasModule, MODULES, RESOURCES } from '@backoffice/contract/access'
import { modulesNeeded } from '@backoffice/contract/grants'
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

/** Policies by module, then by name. `before` has the policies of the stored role. */
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

type ChosenPolicy = { id: string; name: string; statements: readonly string[] }

/** Policies that do nothing, or only a part of what they allow, without modules that are not chosen. */
export function inertPolicies(
  policies: readonly ChosenPolicy[],
  modules: readonly string[],
): { id: string; text: string }[] {
  const isChosen = (module: Parameters<typeof hasModule>[1]) => hasModule({ modules, policies: [] }, module)
  return policies.flatMap(({ id, name, statements }) => {
    const needed = modulesNeeded(statements)
    const missing = needed.filter((module) => !isChosen(module))
    const isInert = missing.length === needed.length
    // A policy for everything is meant to depend on the modules.
    const isForAll = statements.includes('*:*')
    if (missing.length === 0 || (isForAll && !isInert)) return []
    const subject = isInert ? name : `A part of ${name}`
    const wanted = isForAll
      ? 'a module'
      : `the ${missing.length === 1 ? 'module' : 'modules'} ${inWords(missing)}`
    return [{ id, text: `${subject} does nothing until you choose ${wanted}.` }]
  })
}

const inWords = (modules: readonly string[]) =>
  modules.length > 1 ? `${modules.slice(0, -1).join(', ')} and ${modules.at(-1)}` : modules.join('')

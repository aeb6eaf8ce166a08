import type { Reply } from '@backoffice/contract/endpoint'
import { coveredBy, isCovered, riskOf } from '@backoffice/contract/grants'
import type { policyEndpoints } from '@backoffice/contract/policies'
import { plural } from '../../kit/format/format-number.ts'
import { withItem } from '../access/chosen.ts'
import type { PickGroup, PickRow } from '../access/picker.tsx'

export type Catalogue = Reply<typeof policyEndpoints.catalogue>

const EVERYTHING = '*:*'
const NOT_HELD = 'You don’t have it, so you can’t grant it.'

type Choice = {
  chosen: readonly string[]
  /** Stored statements; undefined for a new policy. */
  before: readonly string[] | undefined
  /** Statements of the current user. */
  held: readonly string[]
}

/** All possible statements. Everything comes first, then the actions of each resource. */
export function statementGroups(catalogue: Catalogue, choice: Choice): PickGroup[] {
  const { chosen, before, held } = choice
  const row = (id: string, label: string, note?: string): PickRow => {
    // Another chosen statement that covers this one.
    const cover = chosen.find((other) => other !== id && isCovered(id, [other]))
    return {
      id,
      label,
      code: id,
      note: cover ? `covered by ${cover}` : note,
      isHighRisk: riskOf([id]) === 'HIGH',
      isChosen: chosen.includes(id),
      wasChosen: before?.includes(id),
      isCovered: cover !== undefined,
      refusal: isCovered(id, held) ? undefined : NOT_HELD,
    }
  }
  const today = plural(coveredBy([EVERYTHING]).length, 'action')
  return [
    {
      label: 'All modules',
      rows: [row(EVERYTHING, 'Everything, including future actions', `covers ${today} today`)],
    },
    ...catalogue.map(({ resource, label, module, actions }) => ({
      label: module === label ? module : `${module} · ${label}`,
      rows: [
        row(
          `${resource}:*`,
          `All actions on ${label.toLowerCase()}, including future actions`,
          `covers today: ${actions.map(({ action }) => action).join(', ')}`,
        ),
        ...actions.map(({ action, label: words }) => ({
          ...row(`${resource}:${action}`, words.charAt(0).toUpperCase() + words.slice(1)),
          isIndented: true,
        })),
      ],
    })),
  ]
}

/** A wildcard replaces the statements that it covers. */
export function withStatement(chosen: readonly string[], statement: string, isChosen: boolean): string[] {
  const others = isChosen ? chosen.filter((each) => !isCovered(each, [statement])) : chosen
  return withItem(others, statement, isChosen)
}

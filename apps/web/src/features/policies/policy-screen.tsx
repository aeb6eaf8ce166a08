import { may } from '@backoffice/contract/access'
import type { Reply } from '@backoffice/contract/endpoint'
import { coveredBy, isCovered, riskOf } from '@backoffice/contract/grants'
import type { Policy, policyEndpoints } from '@backoffice/contract/policies'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useMemo } from 'react'
import { ErrorNotice } from '../../kit/feedback/error-notice.tsx'
import { plural } from '../../kit/format/format-number.ts'
import { useUser } from '../../session/store.ts'
import { Badge } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { AccessView } from '../access/access-record-screen.tsx'
import { withItem } from '../access/chosen.ts'
import type { Use } from '../access/delete-dialog.tsx'
import { AccessColumns, type FieldsProps } from '../access/edit-access-record.tsx'
import { GrantsExplainer } from '../access/grants-explainer.tsx'
import { Picker, type PickGroup, type PickRow } from '../access/picker.tsx'
import { RiskPanel } from '../access/risk-panel.tsx'
import { roleLink, userLink } from '../access/user-links.tsx'
import css from './policies.module.css'
import { catalogueQuery, POLICIES, type PolicyValues } from './policies.ts'

/** Shows the effect of the statements in any module. */
const ANY_MODULE = ['All']

/** Fields of a policy, with their impact next to them. */
function PolicyFields({ impact, ...props }: FieldsProps<Policy, PolicyValues>) {
  const { form, isReadOnly } = props
  const { name, statements } = form.watchAll()
  const policy = { id: 'this', name, statements }
  const role = { id: '', name: '', modules: ANY_MODULE, policies: [policy] }
  return (
    <AccessColumns
      form={form}
      isReadOnly={isReadOnly}
      effect={
        <>
          {impact}
          <RiskPanel modules={ANY_MODULE} statements={statements} />
          <GrantsExplainer noun="policy" grants={{ role, extra_policies: [] }} />
        </>
      }
    >
      <StatementsField {...props} />
    </AccessColumns>
  )
}

function StatementsField({ form, stored: policy, isReadOnly }: FieldsProps<Policy, PolicyValues>) {
  const stored = policy?.statements
  const { policies: held } = useUser()
  const { data, error, isFetching, refetch } = useQuery(catalogueQuery)
  const { label, value: chosen, error: problem, onChange } = form.widget('statements')
  const groups = useMemo(
    () => data && statementGroups(data, { chosen, before: stored, held }),
    [data, chosen, stored, held],
  )
  if (!groups && error)
    return <ErrorNotice what="The actions" error={error} busy={isFetching} onRetry={() => void refetch()} />
  if (!groups) return <Skeleton width="100%" height={360} />
  return (
    <Picker
      label={label}
      hint="Actions it allows, in roles with the module"
      error={problem}
      search="Search actions"
      groups={groups}
      isReadOnly={isReadOnly}
      onPick={(statement, isChosen) => onChange(withStatement(chosen, statement, isChosen))}
    />
  )
}

export const POLICY_VIEW: AccessView<Policy, PolicyValues> = {
  accessForm: POLICIES,
  Fields: PolicyFields,
  badge: ({ risk }) => risk === 'HIGH' && <Badge tone="warn">High risk</Badge>,
  usedBy,
  use: {
    id: 'use',
    label: 'Used by',
    count: ({ role_count, user_count }) => role_count + user_count,
    Panel: PolicyUse,
  },
  useUses: usePolicyUses,
}

function usedBy({ role_count, user_count }: Policy): string {
  const parts = [
    ...(role_count > 0 ? [plural(role_count, 'role')] : []),
    ...(user_count > 0 ? [`${plural(user_count, 'user')} in addition to their role`] : []),
  ]
  return parts.length > 0 ? `Assigned to ${parts.join(' and ')}` : 'Not assigned'
}

/** Links to roles and users, if the user may view them. */
function useLinks() {
  const user = useUser()
  return {
    role: may(user, 'role:view') ? roleLink : undefined,
    user: may(user, 'user:view') ? userLink : undefined,
  }
}

function usePolicyUses({ role_count, user_count, used_by_roles, held_by }: Policy): readonly Use[] {
  const links = useLinks()
  return [
    {
      noun: 'role',
      count: role_count,
      named: used_by_roles.map((role) => ({ ...role, link: links.role?.(role.id) })),
    },
    {
      noun: 'user',
      count: user_count,
      named: held_by.map((holder) => ({ ...holder, link: links.user?.(holder.id) })),
    },
  ]
}

/** Roles with the policy, and users with the policy in addition to their role. */
function PolicyUse({ record: { role_count, user_count, used_by_roles, held_by } }: { record: Policy }) {
  const links = useLinks()
  if (role_count + user_count === 0)
    return (
      <EmptyState title="Not assigned">
        Assign it to a role, or to a user in addition to their role.
      </EmptyState>
    )
  return (
    <div className={css.use}>
      {role_count > 0 && (
        <section>
          <h3>Assigned to {plural(role_count, 'role')}</h3>
          <Names items={used_by_roles} count={role_count} linkTo={links.role} />
        </section>
      )}
      {user_count > 0 && (
        <section>
          <h3>Assigned to {plural(user_count, 'user')} in addition to their role</h3>
          <Names items={held_by} count={user_count} linkTo={links.user} />
        </section>
      )}
    </div>
  )
}

type NamesProps = {
  items: readonly { id: string; name: string }[]
  /** Total, including items that are not listed. */
  count: number
  linkTo: ((id: string) => LinkProps) | undefined
}

function Names({ items, count, linkTo }: NamesProps) {
  return (
    <ul>
      {items.map(({ id, name }) => (
        <li key={id}>{linkTo ? <Link {...linkTo(id)}>{name}</Link> : name}</li>
      ))}
      {count > items.length && <li className={css.quiet}>and {plural(count - items.length, 'other')}</li>}
    </ul>
  )
}

type Catalogue = Reply<typeof policyEndpoints.catalogue>

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

import { isPermission, RESOURCES, resourceOf } from '@backoffice/contract/access'
import type { AccessChangeRequest, Impact } from '@backoffice/contract/explain'
import { keysOf } from '@backoffice/contract/objects'
import { USER_RULES, type UserDetail, type UserRow, userEndpoints } from '@backoffice/contract/users'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useId } from 'react'
import { ErrorNotice } from '../../kit/feedback/error-notice.tsx'
import type { FieldTexts } from '../../kit/record/merge.ts'
import formCss from '../../kit/record/record-form.module.css'
import { RecordForm } from '../../kit/record/record-form.tsx'
import { recordLink } from '../../kit/record/record-links.ts'
import { call } from '../../net/call.ts'
import { useUser } from '../../session/store.ts'
import { Badge } from '../../ui/badge.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { policyOptionsQuery, roleOptionsQuery } from '../access/access-queries.ts'
import { AccessConflict, AccessNotices } from '../access/access-versions.tsx'
import { chosenOf, chosenTexts, itemOf } from '../access/chosen.ts'
import { actionLabel } from '../access/matrix-rows.ts'
import { type ImpactState, useAccessForm } from '../access/use-access-form.ts'
import impactSideCss from './impact-side.module.css'
import { AccessFields, ProfileFields, profileOf, type UserValues } from './user-fields.tsx'
import { fullName } from './user-words.ts'
import css from './users.module.css'
import { storeUser, USERS } from './users-queries.ts'

const OWN_ACCESS = 'You can’t change your own role and policies. Ask another administrator.'

/** Form of a user, with the impact of saving. */
export function EditUser({ user }: { user: UserDetail }) {
  const navigate = useNavigate()
  const isOwn = useUser().email === user.email
  const close = () => void navigate(recordLink(USERS, user.id))
  const { form, base, before, values, impact, conflict, ...versions } = useAccessForm({
    record: user,
    permission: 'user:update',
    fields: { ...USER_RULES, extra_policies: { label: 'Extra policies' } },
    nameOf: fullName,
    valuesOf,
    changeOf,
    changesOf,
    update: (id, body) => call(userEndpoints.update, { params: { id }, body }),
    store: storeUser,
    onSaved: close,
  })
  const nameOf = useNames(conflict ? [base, conflict.theirs] : [base])
  return (
    <>
      <div className={css.columns} data-with-impact={impact !== undefined || undefined}>
        <RecordForm
          label={`Details of ${fullName(base)}`}
          form={form}
          permission="user:update"
          onCancel={close}
          notices={<AccessNotices {...versions} />}
        >
          <div className={formCss.fields}>
            <ProfileFields form={form} userId={base.id} isOwn={isOwn} isPhoneLocked={base.exceeds.account} />
            <AccessFields
              form={form}
              role={base.role}
              policies={base.extra_policies}
              lockedBecause={isOwn ? OWN_ACCESS : undefined}
            />
          </div>
        </RecordForm>
        {impact && <ImpactSide name={fullName(base)} state={impact} />}
      </div>
      {conflict && (
        <AccessConflict
          {...conflict}
          noun="user"
          name={fullName(conflict.theirs)}
          versions={{
            base: asText(before),
            mine: asText(values),
            theirs: asText(valuesOf(conflict.theirs)),
          }}
          labelOf={(name) => textLabel(name, nameOf)}
          shown={(name, text) => (name === 'role_id' ? nameOf(text) : text)}
          onSave={(result) => conflict.onSave(fromText(result))}
        />
      )}
    </>
  )
}

/** Names of roles and policies by id, including ones that are no longer offered. */
function useNames(users: readonly Pick<UserDetail, 'role' | 'extra_policies'>[]) {
  const { data: roles = [] } = useQuery(roleOptionsQuery)
  const { data: policies = [] } = useQuery(policyOptionsQuery)
  const held = users.flatMap(({ role, extra_policies }) => [role, ...extra_policies])
  const names = new Map([...held, ...roles, ...policies].map(({ id, name }) => [id, name]))
  return (id: string) => names.get(id) ?? id
}

type Props = {
  name: string
  state: ImpactState
}

/** Impact of a change on one user. */
function ImpactSide({ name, state: { impact, isCurrent, error, isFetching, refetch } }: Props) {
  const id = useId()
  return (
    <aside className={impactSideCss.side} aria-labelledby={id}>
      <h3 id={id}>Impact</h3>
      <div role="status" aria-busy={isFetching}>
        {error ? (
          <ErrorNotice what="The impact" error={error} busy={isFetching} onRetry={refetch} />
        ) : impact ? (
          <div className={impactSideCss.effect} data-stale={!isCurrent || undefined}>
            <Effects name={name} impact={impact} />
          </div>
        ) : (
          <Skeleton width="100%" height={120} />
        )}
      </div>
    </aside>
  )
}

function Effects({ name, impact: { gains, losses, kept } }: { name: string; impact: Impact }) {
  if (gains.length + losses.length + kept.length === 0)
    return <p className={impactSideCss.quiet}>{name} keeps the same access.</p>
  return (
    <>
      <EffectList title={`${name} gains`} tone="gain" effects={gains} />
      <EffectList title={`${name} loses`} tone="loss" effects={losses} />
      {kept.map((each) => (
        <p key={`${each.direction} ${each.name}`} className={impactSideCss.quiet}>
          <code>{each.name}</code> {each.direction === 'lost' ? 'stays' : 'is already granted'}
          {each.users[0] && each.users[0].by.length > 0 && `, by ${each.users[0].by.join(', ')}`}.
        </p>
      ))}
    </>
  )
}

type ListProps = { title: string; tone: 'gain' | 'loss'; effects: Impact['gains'] }

/** Modules, then one line of actions per resource. */
function EffectList({ title, tone, effects }: ListProps) {
  if (effects.length === 0) return null
  const modules = effects.filter(({ type }) => type === 'module')
  const permissions = effects.flatMap(({ name, risk }) => (isPermission(name) ? [{ name, risk }] : []))
  const resources = [...Map.groupBy(permissions, ({ name }) => resourceOf(name))]
  return (
    <section className={impactSideCss.effects}>
      <h4 data-tone={tone}>{title}</h4>
      <ul>
        {modules.map(({ name, label }) => (
          <li key={name}>
            Module <strong>{label}</strong>
          </li>
        ))}
        {resources.map(([resource, own]) => (
          <li key={resource}>
            <strong>{RESOURCES[resource].label}</strong>{' '}
            {own.map(({ name }) => actionLabel(name.slice(resource.length + 1)).toLowerCase()).join(', ')}{' '}
            {tone === 'gain' && own.some(({ risk }) => risk === 'HIGH') && (
              <Badge tone="warn">High risk</Badge>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Form values of a user. */
export function valuesOf(user: UserRow): UserValues {
  return {
    email: user.email,
    given_name: user.given_name,
    family_name: user.family_name,
    contact: user.contact ?? '',
    employee_no: user.employee_no ?? '',
    department: user.department ?? '',
    role_id: user.role.id,
    extra_policies: user.extra_policies.map(({ id }) => id).toSorted(),
  }
}

const sameIds = (one: readonly string[], other: readonly string[]) =>
  one.toSorted().join() === other.toSorted().join()

/** Change of access; undefined without one. */
export function changeOf(
  id: string,
  before: UserValues,
  values: UserValues,
): AccessChangeRequest | undefined {
  const { role_id, extra_policies } = values
  if (role_id === before.role_id && sameIds(extra_policies, before.extra_policies)) return undefined
  // Without a role nothing can be saved.
  return role_id === '' ? undefined : { kind: 'user', id, role_id, extra_policies: extra_policies.toSorted() }
}

/** Changed part of an update; undefined without a change. */
export function changesOf(before: UserValues, values: UserValues) {
  const profile = profileOf(values)
  const changed = keysOf(profile).filter((name) => values[name] !== before[name])
  const changes = {
    ...Object.fromEntries(changed.map((name) => [name, profile[name]])),
    ...(values.role_id !== before.role_id && { role_id: values.role_id }),
    ...(!sameIds(values.extra_policies, before.extra_policies) && {
      extra_policies: values.extra_policies,
    }),
  }
  return Object.keys(changes).length > 0 ? changes : undefined
}

/** Values as text, for the merge of two versions. */
export function asText({ extra_policies, ...fields }: UserValues): FieldTexts {
  return { ...fields, ...chosenTexts('policy', extra_policies) }
}

export function fromText(texts: FieldTexts): UserValues {
  const fields = Object.keys(USER_RULES).map((name) => [name, texts[name] ?? ''])
  return { ...Object.fromEntries(fields), extra_policies: chosenOf('policy', texts) } as UserValues
}

/** `nameOf` returns the name of a policy. */
export function textLabel(name: string, nameOf: (policyId: string) => string): string {
  const policy = itemOf('policy', name)
  if (policy) return `Extra policy ${nameOf(policy)}`
  return Object.entries(USER_RULES).find(([field]) => field === name)?.[1].label ?? name
}

import { MODULES } from '@backoffice/contract/access'
import { missingModules } from '@backoffice/contract/grants'
import type { Role } from '@backoffice/contract/roles'
import { isDefaultReplacement, NO_BREAK_GLASS } from '@backoffice/contract/roles'
import { useQuery } from '@tanstack/react-query'
import { useId, useMemo } from 'react'
import { ErrorNotice } from '../../kit/feedback/error-notice.tsx'
import { toastFailed } from '../../kit/feedback/toast.ts'
import { errorMessage } from '../../net/api-error.ts'
import { useUser } from '../../session/store.ts'
import { Checkbox } from '../../ui/choice.tsx'
import { Message } from '../../ui/field.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SearchableSelectField } from '../../ui/select/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { policyOptionsQuery, roleOptionsQuery } from '../access/access-queries.ts'
import { withItem } from '../access/chosen.ts'
import { AccessColumns, type FieldsProps } from '../access/edit-access-record.tsx'
import { GrantsExplainer } from '../access/grants-explainer.tsx'
import { Picker } from '../access/picker.tsx'
import { RiskPanel } from '../access/risk-panel.tsx'
import { inertPolicies, policyGroups } from './policy-groups.ts'
import css from './roles.module.css'
import { AUTHENTICATOR, type RoleValues } from './roles.ts'

/** Fields of a role, with their impact next to them. */
export function RoleFields({ impact, ...props }: FieldsProps<Role, RoleValues>) {
  const { form, stored, isReadOnly } = props
  const { data: offered = [] } = useQuery(policyOptionsQuery)
  const { name, modules, policy_ids } = form.watchAll()
  const known = new Map([...(stored?.policies ?? []), ...offered].map((policy) => [policy.id, policy]))
  const policies = policy_ids.flatMap((id) => known.get(id) ?? [])
  const role = { id: stored?.id ?? '', name, modules, policies }
  const statements = policies.flatMap((policy) => policy.statements)
  return (
    <AccessColumns
      form={form}
      isReadOnly={isReadOnly}
      effect={
        <>
          {impact === undefined ? <RiskPanel modules={modules} statements={statements} /> : impact}
          <GrantsExplainer noun="role" grants={{ role, extra_policies: [] }} />
        </>
      }
    >
      <ModulesField {...props} />
      <SecondFactorField {...props} />
      <PoliciesField {...props} inert={inertPolicies(policies, modules)} />
      {stored && <BreakGlassField {...props} stored={stored} />}
    </AccessColumns>
  )
}

/** Toggle buttons for modules. `All` covers the others. */
function ModulesField({ form, stored, isReadOnly }: FieldsProps<Role, RoleValues>) {
  const before = stored?.modules ?? []
  const id = useId()
  const missing = missingModules(useUser())
  const { label, value, error, onChange } = form.widget('modules')
  const hasAll = value.includes('All')
  return (
    <fieldset
      aria-labelledby={`${id}-label`}
      aria-describedby={error ? `${id}-message` : undefined}
      aria-invalid={error ? true : undefined}
      className={css.group}
    >
      <p className={css.legend}>
        <span id={`${id}-label`}>{label}</span>{' '}
        <span className={css.hint}>Parts of the application they can open</span>
      </p>
      <div className={css.chips}>
        {MODULES.map((module) => {
          const isCovered = hasAll && module !== 'All'
          const isChosen = value.includes(module)
          const refusal = isReadOnly
            ? undefined
            : isCovered
              ? 'All covers this module.'
              : !isChosen && !before.includes(module) && missing.includes(module)
                ? 'You don’t have this module, so you can’t grant it.'
                : undefined
          return (
            <button
              key={module}
              type="button"
              className={css.chip}
              aria-pressed={isChosen || isCovered}
              aria-disabled={isReadOnly || refusal !== undefined || undefined}
              title={refusal}
              onClick={() => {
                if (refusal) toastFailed(refusal)
                else if (!isReadOnly) onChange(withItem(value, module, !isChosen))
              }}
            >
              {(isChosen || isCovered) && <Icon name="check" size={14} />}
              {module}
            </button>
          )
        })}
      </div>
      <Message id={id} error={error} />
    </fieldset>
  )
}

type PoliciesProps = FieldsProps<Role, RoleValues> & { inert: ReturnType<typeof inertPolicies> }

/** Available policies and those of the role, with a warning about those that lack their module. */
function PoliciesField({ form, stored: role, isReadOnly, inert }: PoliciesProps) {
  const stored = role?.policies
  const { data, error, isFetching, refetch } = useQuery(policyOptionsQuery)
  const { label, value, error: problem, onChange } = form.widget('policy_ids')
  const groups = useMemo(() => {
    const offered = data ?? []
    const others = (stored ?? []).filter(({ id }) => !offered.some((each) => each.id === id))
    return policyGroups(
      [...offered, ...others],
      value,
      stored?.map(({ id }) => id),
    )
  }, [data, stored, value])
  if (!data && error)
    return <ErrorNotice what="The policies" error={error} busy={isFetching} onRetry={() => void refetch()} />
  if (!data) return <Skeleton width="100%" height={320} />
  return (
    <Picker
      label={label}
      hint="Actions they can take"
      error={problem}
      search="Search names and statements"
      groups={groups}
      isReadOnly={isReadOnly}
      onPick={(id, isChosen) => onChange(withItem(value, id, isChosen))}
    >
      {inert.length > 0 && (
        <Notice tone="warn" live>
          {inert.map(({ id, text }) => (
            <p key={id}>{text}</p>
          ))}
        </Notice>
      )}
    </Picker>
  )
}

const MEANING =
  'Users of this role sign in with their password and a code from an app on their phone. Without an authenticator they can only set one up.'

/** Requirement of an authenticator for users of the role. */
function SecondFactorField({ form, stored, isReadOnly }: FieldsProps<Role, RoleValues>) {
  const { label, value, error, onChange } = form.widget('second_factors')
  const isOn = value.includes(AUTHENTICATOR)
  const without = stored?.without_authenticator ?? 0
  return (
    <fieldset className={css.group}>
      <legend className={css.legend}>{label}</legend>
      {isReadOnly ? (
        <p className={css.names}>{isOn ? 'Authenticator required' : 'Not required'}</p>
      ) : (
        <Checkbox
          label="Require an authenticator"
          hint={MEANING}
          error={error}
          checked={isOn}
          onChange={({ target }) => onChange(target.checked ? [AUTHENTICATOR] : [])}
        />
      )}
      {isOn && without > 0 && <p className={css.hint}>{describeWithout(without)}</p>}
    </fieldset>
  )
}

/** `2 users with this role have no authenticator. …` */
function describeWithout(count: number): string {
  return count === 1
    ? '1 user with this role has no authenticator and must set one up before continuing to work.'
    : `${formatNumber(count)} users with this role have no authenticator and must set one up before continuing to work.`
}

const HINT = 'Users of these roles can take this role at once in an emergency'

type Props = Omit<FieldsProps<Role, RoleValues>, 'stored' | 'impact'> & { stored: Role }

/** Roles whose users can take this role with break-glass access. */
function BreakGlassField({ form, stored, isReadOnly }: Props) {
  const id = useId()
  const { data, isPending, error } = useQuery({ ...roleOptionsQuery, enabled: !isReadOnly })
  const options = useMemo(
    () =>
      (data ?? [])
        .filter((role) => role.id !== stored.id)
        .map((role) => ({
          value: role.id,
          label: role.name,
          ...(isDefaultReplacement(role) && { disabled: true, note: NO_BREAK_GLASS }),
        })),
    [data, stored.id],
  )
  const { onChange, ...field } = form.widget('break_glass_for')
  if (isReadOnly)
    return (
      <fieldset className={css.group} aria-labelledby={id}>
        <p className={css.legend}>
          <span id={id}>{field.label}</span> <span className={css.hint}>{HINT}</span>
        </p>
        <p className={css.names}>{stored.break_glass_for.map(({ name }) => name).join(', ') || 'No one'}</p>
      </fieldset>
    )
  return (
    <SearchableSelectField
      {...field}
      multiple
      options={options}
      known={stored.break_glass_for.map((role) => ({ value: role.id, label: role.name }))}
      onChange={(ids) => onChange(ids.toSorted())}
      max={100}
      placeholder="No one"
      loading={isPending}
      problem={error ? errorMessage(error) : undefined}
      closeOnSelect={false}
      showLabels={false}
      hint={HINT}
    />
  )
}

import type { Reply } from '@backoffice/contract/endpoint'
import type { policyEndpoints } from '@backoffice/contract/endpoints/policies'
import { coveredBy, isCovered, riskOf } from '@backoffice/contract/grants'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import css from '../../access/picker.module.css'
import { ErrorNotice } from '../../kit/error-notice.tsx'
import { plural } from '../../kit/format-number.ts'
import { useUser } from '../../session/store.ts'
import { Badge } from '../../ui/badge.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { catalogueQuery } from './policies-queries.ts'

type Resource = Reply<typeof policyEndpoints.catalogue>[number]

type Props = {
  label: string
  error: string | undefined
  value: readonly string[]
  onChange: (statements: string[]) => void
  saved: readonly string[]
}

/** Statements over the catalogue of actions, with the wildcards and what they cover today. */
export function StatementPicker({ label, error, value, onChange, saved }: Props) {
  const id = useId()
  const [search, setSearch] = useState('')
  const { data, error: failed, isFetching, refetch } = useQuery(catalogueQuery)
  const wanted = search.trim().toLowerCase()
  const matches = (...texts: string[]) => texts.some((text) => text.toLowerCase().includes(wanted))
  const shown = (data ?? []).flatMap((each) => {
    if (matches(each.label, each.resource, each.module)) return [each]
    const actions = each.actions.filter(({ action, label }) => matches(label, `${each.resource}:${action}`))
    return actions.length > 0 ? [{ ...each, actions }] : []
  })
  const toggle = (statement: string) =>
    onChange(value.includes(statement) ? value.filter((each) => each !== statement) : [...value, statement])
  const option = { value, saved, onToggle: toggle }
  const covered = coveredBy(value).length
  return (
    <fieldset className={css.group} aria-describedby={`${id}-sum ${error ? `${id}-error` : ''}`}>
      <legend className={css.legend}>{label}</legend>
      <p id={`${id}-sum`} className={css.name}>
        <span className={css.hint}>Covers {plural(covered, 'action')} today.</span>
        {riskOf(value) === 'HIGH' && <Badge tone="warn">High risk</Badge>}
      </p>
      <input
        type="search"
        className={css.search}
        aria-label="Search actions"
        placeholder="Search actions"
        value={search}
        maxLength={100}
        onChange={(event) => setSearch(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {failed && (
        <ErrorNotice what="The actions" error={failed} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {!data && !failed && <Skeleton width="100%" height={200} />}
      {data && (
        <div className={css.list}>
          {matches('*:*', 'everything') && (
            <Option {...option} statement="*:*" label="Everything, also what is added later" risk="HIGH" />
          )}
          {shown.map((resource) => (
            <ResourceGroup key={resource.resource} resource={resource} option={option} />
          ))}
          {shown.length === 0 && <p className={css.option}>No action has this in its name.</p>}
        </div>
      )}
      {error && (
        <p id={`${id}-error`} className={css.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}

type Common = Pick<OptionProps, 'value' | 'saved' | 'onToggle'>

function ResourceGroup({ resource, option }: { resource: Resource; option: Common }) {
  const { label, module, actions } = resource
  const wildcard = `${resource.resource}:*`
  return (
    <div>
      <div className={css.caption}>
        {label} · {module}
      </div>
      <Option
        {...option}
        statement={wildcard}
        label="All actions, also those that are added later"
        risk={riskOf([wildcard])}
        covers={coveredBy([wildcard])}
      />
      {actions.map(({ action, label, risk }) => (
        <Option
          key={action}
          {...option}
          statement={`${resource.resource}:${action}`}
          label={label}
          risk={risk}
        />
      ))}
    </div>
  )
}

type OptionProps = {
  statement: string
  label: string
  risk: 'LOW' | 'HIGH'
  /** Of a wildcard: what it allows today. */
  covers?: readonly string[]
  value: readonly string[]
  saved: readonly string[]
  onToggle: (statement: string) => void
}

function Option({ statement, label, risk, covers, value, saved, onToggle }: OptionProps) {
  const held = useUser().policies
  const isChosen = value.includes(statement)
  const isSaved = saved.includes(statement)
  const change = isChosen === isSaved ? undefined : isChosen ? 'added' : 'removed'
  const isLocked = !isCovered(statement, held) && !isChosen && !isSaved
  const isCoveredToo = !isChosen && isCovered(statement, value)
  return (
    <label className={css.option} data-change={change}>
      <input type="checkbox" checked={isChosen} disabled={isLocked} onChange={() => onToggle(statement)} />
      <span>
        <span className={css.name}>
          {label}
          {risk === 'HIGH' && <Badge tone="warn">High risk</Badge>}
          {isCoveredToo && <span className={css.hint}>allowed by a wildcard</span>}
        </span>
        <code>{statement}</code>
        {covers && isChosen && <span className={css.hint}>Today: {covers.join(', ')}</span>}
        {isLocked && <span className={css.hint}>You do not hold it, so you cannot give it.</span>}
      </span>
      {change && <span className={css.change}>{change === 'added' ? 'Added' : 'Removed'}</span>}
    </label>
  )
}

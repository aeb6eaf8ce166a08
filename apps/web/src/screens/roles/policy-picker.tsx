import { moduleOf, type Permission } from '@backoffice/contract/access'
import { coveredBy } from '@backoffice/contract/grants'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type PolicyOption, policyOptionsQuery } from '../../access/access-queries.ts'
import css from '../../access/picker.module.css'
import { ErrorNotice } from '../../kit/error-notice.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

type Props = {
  label: string
  error: string | undefined
  value: readonly string[]
  onChange: (ids: string[]) => void
  /** Ids that are saved: others are marked as added, missing ones as removed. */
  saved: readonly string[]
}

/** Policies by the module of their first statement; what the caller does not hold can be removed but not added. */
export function PolicyPicker({ label, error, value, onChange, saved }: Props) {
  const id = useId()
  const [search, setSearch] = useState('')
  const [isChosenOnly, setChosenOnly] = useState(false)
  const { data, error: failed, isFetching, refetch } = useQuery(policyOptionsQuery)
  const wanted = search.trim().toLowerCase()
  const shown = (data ?? []).filter(
    (policy) =>
      (!isChosenOnly || value.includes(policy.id) || saved.includes(policy.id)) &&
      [policy.name, policy.description, ...policy.statements].some((text) =>
        text.toLowerCase().includes(wanted),
      ),
  )
  const toggle = (policyId: string) =>
    onChange(value.includes(policyId) ? value.filter((each) => each !== policyId) : [...value, policyId])
  return (
    <fieldset className={css.group} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={css.legend}>
        {label} <span className={css.hint}>what may be done there</span>
      </legend>
      <div className={css.tools}>
        <input
          type="search"
          className={css.search}
          aria-label="Search names and statements"
          placeholder="Search names and statements"
          value={search}
          maxLength={100}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
        <Button aria-pressed={isChosenOnly} onClick={() => setChosenOnly(!isChosenOnly)}>
          Chosen {value.length}
        </Button>
      </div>
      {failed && (
        <ErrorNotice what="The policies" error={failed} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {!data && !failed && <Skeleton width="100%" height={200} />}
      {data && (
        <div className={css.list}>
          {shown.length === 0 && <p className={css.option}>No policy has this in its name or statements.</p>}
          {[...Map.groupBy(shown, moduleName)].map(([module, policies]) => (
            <div key={module}>
              <div className={css.caption}>{module}</div>
              {policies.map((policy) => (
                <Option
                  key={policy.id}
                  policy={policy}
                  isChosen={value.includes(policy.id)}
                  isSaved={saved.includes(policy.id)}
                  onToggle={() => toggle(policy.id)}
                />
              ))}
            </div>
          ))}
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

function moduleName({ statements }: PolicyOption): string {
  if (statements.includes('*:*')) return 'All'
  const [first] = coveredBy(statements.slice(0, 1)) as [Permission?]
  return first ? moduleOf(first) : 'Nothing yet'
}

type OptionProps = { policy: PolicyOption; isChosen: boolean; isSaved: boolean; onToggle: () => void }

function Option({ policy, isChosen, isSaved, onToggle }: OptionProps) {
  const { name, statements, risk, is_grantable } = policy
  const change = isChosen === isSaved ? undefined : isChosen ? 'added' : 'removed'
  // What is chosen already may always be taken away, and what was saved put back.
  const isLocked = !is_grantable && !isChosen && !isSaved
  return (
    <label className={css.option} data-change={change}>
      <input type="checkbox" checked={isChosen} disabled={isLocked} onChange={onToggle} />
      <span>
        <span className={css.name}>
          <strong>{name}</strong>
          {risk === 'HIGH' && <Badge tone="warn">High risk</Badge>}
        </span>
        <code>{statements.join(', ')}</code>
        {isLocked && <span className={css.hint}>You do not hold all of it, so you cannot give it.</span>}
      </span>
      {change && <span className={css.change}>{change === 'added' ? 'Added' : 'Removed'}</span>}
    </label>
  )
}

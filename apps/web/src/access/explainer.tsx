import { type Permission, RESOURCES, type Resource, resourceOf } from '@backoffice/contract/access'
import { useQuery } from '@tanstack/react-query'
import { ErrorNotice } from '../kit/error-notice.tsx'
import { Card } from '../ui/card.tsx'
import fieldCss from '../ui/field.module.css'
import { Skeleton } from '../ui/skeleton.tsx'
import { explainQuery } from './access-queries.ts'
import css from './explainer.module.css'
import { Explanation } from './explanation.tsx'
import { actionLabel } from './matrix-rows.ts'

type Props = {
  user: { id: string; name: string }
  /** What is asked. */
  asked: Permission
  onAsk: (permission: Permission) => void
  /** Whether there is a matrix above, whose cells ask too. */
  hasMatrix?: boolean
}

// The resources of the table are its keys.
const ALL = Object.keys(RESOURCES) as Resource[]

/** "Can Maria Reyes run inquiries?", answered with what decides. */
export function AccessExplainer({ user, asked, onAsk, hasMatrix = false }: Props) {
  const { data, error, isFetching, refetch } = useQuery(explainQuery(user.id, asked))
  const resource = resourceOf(asked)
  const actions: readonly string[] = RESOURCES[resource].actions
  const action = asked.slice(resource.length + 1)

  function ask(nextResource: Resource, wanted: string) {
    const offered: readonly string[] = RESOURCES[nextResource].actions
    const nextAction = offered.includes(wanted) ? wanted : offered[0]
    // Both parts come from the table of permissions.
    onAsk(`${nextResource}:${nextAction}` as Permission)
  }

  return (
    <Card>
      <div className={css.question}>
        <strong>Can {user.name}</strong>
        <select
          className={fieldCss.control}
          aria-label="Action"
          value={action}
          onChange={({ target }) => ask(resource, target.value)}
        >
          {actions.map((each) => (
            <option key={each} value={each}>
              {actionLabel(each).toLowerCase()}
            </option>
          ))}
        </select>
        <select
          className={fieldCss.control}
          aria-label="Resource"
          value={resource}
          // The values of its options are resources.
          onChange={({ target }) => ask(target.value as Resource, action)}
        >
          {ALL.map((each) => (
            <option key={each} value={each}>
              {RESOURCES[each].label.toLowerCase()}
            </option>
          ))}
        </select>
        <strong>?</strong>
        {hasMatrix && <span className={css.hint}>Choose here, or click a cell above</span>}
      </div>
      <div role="status">
        {data ? (
          <Explanation explained={data} />
        ) : error ? (
          <ErrorNotice what="The answer" error={error} busy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <Skeleton width="100%" height={60} />
        )}
      </div>
    </Card>
  )
}

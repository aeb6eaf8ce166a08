import { coveredBy, permissionsOf } from '@backoffice/contract/grants'
import { useId } from 'react'
import { plural } from '../../kit/format/format-number.ts'
import { Badge } from '../../ui/badge.tsx'
import css from './impact-panel.module.css'
import { type RiskSentence, riskSentences } from './risk-words.ts'

type Props = {
  /** Modules of the role; all modules for a policy. */
  modules: readonly string[]
  statements: readonly string[]
}

/** High-risk permissions of a role or policy. A missing module does not lower the risk, as it can be added later. */
export function RiskPanel({ modules, statements }: Props) {
  const id = useId()
  const risks = riskSentences(coveredBy(statements))
  const open = new Set(permissionsOf({ modules, policies: statements }))
  const isDormant = risks.some(({ permission }) => !open.has(permission))
  return (
    <section className={css.panel} aria-labelledby={id}>
      <h3 id={id}>Risk</h3>
      {risks.length > 0 ? (
        <>
          <RiskSentences risks={risks} />
          {isDormant && <p>Some of these take effect only once the role includes their module.</p>}
        </>
      ) : (
        <p>
          <Badge tone="quiet">Low risk</Badge>
        </p>
      )}
    </section>
  )
}

const FIRST = 4

/** A sentence for each high-risk permission. The first few are shown, the others on demand. */
export function RiskSentences({ risks }: { risks: readonly RiskSentence[] }) {
  const rest = risks.slice(FIRST)
  return (
    <div className={css.risk}>
      <strong>High risk.</strong>
      <Sentences risks={risks.slice(0, FIRST)} />
      {rest.length > 0 && (
        <details className={css.more}>
          <summary>and {plural(rest.length, 'more high-risk permission')}</summary>
          <Sentences risks={rest} />
        </details>
      )}
    </div>
  )
}

function Sentences({ risks }: { risks: readonly RiskSentence[] }) {
  return (
    <ul>
      {risks.map(({ permission, words }) => (
        <li key={permission}>
          <code>{permission}</code> {words}.
        </li>
      ))}
    </ul>
  )
}

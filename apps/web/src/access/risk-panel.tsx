import { permissionsOf } from '@backoffice/contract/grants'
import { useId } from 'react'
import { Badge } from '../ui/badge.tsx'
import css from './impact-panel.module.css'
import { RiskSentences } from './risk-sentences.tsx'
import { riskSentences } from './risk-words.ts'

type Props = {
  /** Those of the role; of a policy all. */
  modules: readonly string[]
  statements: readonly string[]
}

/** What of high risk statements allow, in words. */
export function RiskPanel({ modules, statements }: Props) {
  const id = useId()
  const risks = riskSentences(permissionsOf({ modules, policies: statements }))
  return (
    <section className={css.panel} aria-labelledby={id}>
      <h3 id={id}>Risk</h3>
      {risks.length > 0 ? (
        <RiskSentences risks={risks} />
      ) : (
        <p>
          <Badge tone="quiet">Low risk</Badge>
        </p>
      )}
    </section>
  )
}

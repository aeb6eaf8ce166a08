import { plural } from '../../kit/format/format-number.ts'
import css from './impact-panel.module.css'
import type { RiskSentence } from './risk-words.ts'

const FIRST = 4

/** A sentence for each high-risk permission; the first few, the others on demand. */
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

import { checkField, type RuleFailure } from '@backoffice/contract/rules/check'
import { useEffect, useState } from 'react'
import { size } from '../../kit/format/format-number.ts'
import { Card } from '../../ui/card.tsx'
import { Fields, TextField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { code, second, Table } from '../../ui/table.tsx'
import { Example } from '../example.tsx'
import css from './50-rules.module.css'
import { COMPARISONS, FILES, NUMBERS, PRODUCT, REST, type RuleRow, TEXT } from './50-rules-rows.ts'

export const title = 'Rules'

/** Verdict of the rule engine. */
type Verdict = 'pending' | 'holds' | RuleFailure

export function Section() {
  return (
    <>
      <Example title="Try a rule set" note="Rules are separated by |, their parameters by commas.">
        <TryRules />
      </Example>
      <Example title="Text" note="All of these accept an empty field.">
        <RuleTable label="Rules of text" rows={TEXT} />
      </Example>
      <Example title="Numbers">
        <RuleTable label="Rules of numbers" rows={NUMBERS} />
      </Example>
      <Example title="Comparisons" note="@ refers to another field.">
        <RuleTable label="Rules that compare" rows={COMPARISONS} />
      </Example>
      <Example title="Files" note="Each file on its own.">
        <RuleTable label="Rules of files" rows={FILES} />
      </Example>
      <Example title="The product’s own" note="Required replaces the standard rule of the same name.">
        <RuleTable label="The product’s rules" rows={PRODUCT} />
      </Example>
    </>
  )
}

function RuleTable({ label, rows }: { label: string; rows: readonly RuleRow[] }) {
  return (
    <Card flush>
      <div className={css.rules}>
        <Table label={label} plain>
          <thead>
            <tr>
              <th>Rule</th>
              <th>Passes when</th>
              <th>Passes</th>
              <th>Fails</th>
              <th>Message</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={String(row.rules)} {...row} />
            ))}
          </tbody>
        </Table>
      </div>
    </Card>
  )
}

function Row({ rules, when, passing, failing }: RuleRow) {
  const passed = useVerdict(passing, String(rules))
  const failed = useVerdict(failing, String(rules))
  return (
    <tr>
      <td {...code}>{String(rules)}</td>
      <td {...second}>{when}</td>
      <td>
        <Shown value={passing} verdict={passed} />
      </td>
      <td>
        <Shown value={failing} verdict={failed} />
      </td>
      <td {...second}>{typeof failed === 'object' && failed.message}</td>
    </tr>
  )
}

/** Runs after hydration, because the prerender cannot decode images. */
function useVerdict(value: unknown, rules: string): Verdict {
  const [verdict, setVerdict] = useState<Verdict>('pending')
  useEffect(() => {
    let current = true
    const report = (found: Verdict) => current && setVerdict(found)
    checkField(value, rules, { name: 'branch_name', label: 'Branch name', values: REST }).then(
      (failure) => report(failure ?? 'holds'),
      (error: Error) => report({ rule: rules, message: error.message }),
    )
    return () => {
      current = false
    }
  }, [value, rules])
  return verdict
}

function Shown({ value, verdict }: { value: unknown; verdict: Verdict }) {
  const holds = verdict === 'holds'
  return (
    <span className={css.value}>
      <span className={css.verdict} data-holds={holds}>
        {verdict !== 'pending' && (
          <span role="img" aria-label={holds ? 'passes' : 'fails'}>
            <Icon name={holds ? 'check' : 'close'} size={12} />
          </span>
        )}
      </span>
      <code>{inWords(value)}</code>
    </span>
  )
}

function inWords(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inWords).join(', ')}]`
  const { name, size: bytes } = Object(value)
  return typeof bytes === 'number' ? `${name} ${size(bytes)}` : JSON.stringify(value)
}

function TryRules() {
  const [rules, setRules] = useState('required|min:12|no_spaces|has_number')
  const [value, setValue] = useState('backoffice')
  const verdict = useVerdict(value, rules)
  return (
    <Fields>
      <TextField label="Rules" value={rules} onChange={(event) => setRules(event.target.value)} />
      <TextField
        label="Value"
        value={value}
        onChange={(event) => setValue(event.target.value)}
        error={typeof verdict === 'object' ? verdict.message : undefined}
        hint={verdict === 'holds' ? 'All rules pass.' : undefined}
      />
    </Fields>
  )
}

import type { MappingGap } from '@backoffice/contract/mapping'
import { Checkbox } from '../../ui/choice.tsx'
import css from './lookup-index.module.css'

type Gap = Pick<MappingGap, 'id' | 'code' | 'companies'>

/** True if some of its transactions were received from another company. */
export const isForeign = ({ companies }: Gap, company: string) => companies.some((each) => each !== company)

type Props = {
  gaps: readonly Gap[]
  /** The company that the terminals are mapped to. */
  company: string
  /** Confirmed codes. */
  confirmed: ReadonlySet<string>
  onChange: (confirmed: ReadonlySet<string>) => void
}

/** Confirmation of terminals whose transactions came from another company. */
export function ForeignTerminals({ gaps, company, confirmed, onChange }: Props) {
  return (
    <fieldset className={css.foreign}>
      <legend>Received from another company: confirm each for {company}</legend>
      {gaps.map(({ id, code, companies }) => (
        <Checkbox
          key={id}
          label={`${code}, received from ${companies.join(', ')}`}
          checked={confirmed.has(code)}
          onChange={({ target }) =>
            onChange(
              new Set(target.checked ? [...confirmed, code] : [...confirmed].filter((each) => each !== code)),
            )
          }
        />
      ))}
    </fieldset>
  )
}

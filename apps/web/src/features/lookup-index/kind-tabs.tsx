import type { GapFigures } from '@backoffice/contract/mapping'
import type { GapKind } from '@backoffice/contract/mapping-gaps'
import { hundredths } from '../../kit/format/format-amount.ts'
import { formatNumber } from '../../ui/format-number.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { KIND_PLURALS, totals } from '../mapping/gap-figures.ts'
import css from './lookup-index.module.css'

type Props = {
  kinds: readonly GapKind[]
  /** Null if loading failed. */
  figures: GapFigures | undefined | null
  /** Undefined: all kinds. */
  kind: GapKind | undefined
  onChoose: (kind: GapKind | undefined) => void
}

type Figures = { codes: number; amount: number }

/** Tabs by kind, with the number of codes and the value of waiting transactions. */
export function KindTabs({ kinds, figures, kind, onChoose }: Props) {
  const gaps = figures?.gaps ?? []
  const sum = gaps.reduce((total, gap) => total + gap.amount, 0)
  const tab = (label: string, of: GapKind | undefined, shown: Figures | undefined | null, share: number) => (
    <button
      key={label}
      type="button"
      className={css.kind}
      aria-pressed={of === kind}
      onClick={() => onChoose(of)}
    >
      <span className={css.kindName}>{label}</span>
      <strong className={css.kindCodes}>{shown ? formatNumber(shown.codes) : '–'}</strong>
      <span className={css.kindValue}>₱ {shown ? hundredths(shown.amount) : '–'}</span>
      <span className={css.bar} aria-hidden="true">
        <span style={{ width: `${Math.round(share * 100)}%` }} />
      </span>
    </button>
  )
  return (
    <fieldset className={css.kinds} aria-label="Type of code">
      {figures === undefined ? (
        <Skeleton width="100%" height={76} />
      ) : (
        <>
          {tab('All', undefined, figures && totals(figures), sum > 0 ? 1 : 0)}
          {kinds.map((each) => {
            const found = gaps.find((gap) => gap.kind === each)
            return tab(KIND_PLURALS[each], each, found, found && sum > 0 ? found.amount / sum : 0)
          })}
        </>
      )}
    </fieldset>
  )
}

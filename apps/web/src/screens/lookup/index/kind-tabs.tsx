import type { GapFigures } from '@backoffice/contract/endpoints/mapping'
import type { GapKind } from '@backoffice/contract/mapping-gaps'
import { KIND_PLURALS, pesos } from '../../../mapping/gap-figures.ts'
import { formatNumber } from '../../../ui/format-number.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import css from './lookup-index.module.css'

type Props = {
  figures: GapFigures | undefined
  /** All without one. */
  kind: GapKind | undefined
  onChoose: (kind: GapKind | undefined) => void
}

/** Each kind with its codes and the value of the transactions that wait for them, as a share of all. */
export function KindTabs({ figures, kind, onChoose }: Props) {
  const gaps = figures?.gaps ?? []
  const sum = gaps.reduce((total, gap) => total + gap.amount, 0)
  const all = {
    codes: gaps.reduce((total, { codes }) => total + codes, 0),
    amount: figures?.blocked?.amount ?? sum,
  }
  const tab = (
    label: string,
    of: GapKind | undefined,
    { codes, amount }: { codes: number; amount: number },
    share: number,
  ) => (
    <button
      key={label}
      type="button"
      className={css.kind}
      aria-pressed={of === kind}
      onClick={() => onChoose(of)}
    >
      <span className={css.kindName}>{label}</span>
      <strong className={css.kindCodes}>{formatNumber(codes)}</strong>
      <span className={css.kindValue}>₱ {pesos(amount)}</span>
      <span className={css.bar} aria-hidden="true">
        <span style={{ width: `${Math.round(share * 100)}%` }} />
      </span>
    </button>
  )
  return (
    <fieldset className={css.kinds} aria-label="Kind of code">
      {figures ? (
        <>
          {tab('All', undefined, all, sum > 0 ? 1 : 0)}
          {gaps.map((gap) => tab(KIND_PLURALS[gap.kind], gap.kind, gap, sum > 0 ? gap.amount / sum : 0))}
        </>
      ) : (
        <Skeleton width="100%" height={76} />
      )}
    </fieldset>
  )
}

import { Children, type ReactNode, useState } from 'react'
import { formatNumber } from '../../ui/format-number.ts'
import css from './approval-access.module.css'

const FIRST = 20

type Props = { className?: string | undefined; total: number; noun: string; children: ReactNode }

/** The first rows of a list, the others on demand. */
export function FirstRows({ className, total, noun, children }: Props) {
  const [isWhole, setWhole] = useState(total <= FIRST)
  const rows = Children.toArray(children)
  return (
    <>
      <ul className={className}>{isWhole ? rows : rows.slice(0, FIRST)}</ul>
      {!isWhole && (
        <button type="button" className={css.more} onClick={() => setWhole(true)}>
          Show all {formatNumber(total)} {noun}s
        </button>
      )}
    </>
  )
}

import type { ReactNode } from 'react'
import css from './components.module.css'

type Props = {
  /** One in its section: the code shown below is found by it. */
  title: string
  /** More to say, such as what to try. */
  note?: ReactNode
  children: ReactNode
}

/** One block in one state. */
export function Example({ title, note, children }: Props) {
  return (
    <figure className={css.example}>
      <figcaption>
        {title}
        {note && <span className={css.note}> {note}</span>}
      </figcaption>
      <div className={css.shown}>{children}</div>
    </figure>
  )
}

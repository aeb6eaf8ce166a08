import { createContext, type ReactNode, useContext } from 'react'
import css from './components.module.css'

/** The code of a section's examples, by their titles. */
const Codes = createContext<Readonly<Record<string, string>>>({})
export const ExampleCode = Codes.Provider

type Props = {
  /** One in its section: the code shown below is found by it. */
  title: string
  /** More to say, such as what to try. */
  note?: ReactNode
  children: ReactNode
}

/** One block in one state, and how it is written. */
export function Example({ title, note, children }: Props) {
  const code = useContext(Codes)[title]
  return (
    <figure className={css.example}>
      <figcaption>
        {title}
        {note && <span className={css.note}> {note}</span>}
      </figcaption>
      <div className={css.shown}>{children}</div>
      {code && (
        <details className={css.code}>
          <summary aria-label={`Code of ${title}`}>Code</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard */}
          <pre tabIndex={0}>{code}</pre>
        </details>
      )}
    </figure>
  )
}

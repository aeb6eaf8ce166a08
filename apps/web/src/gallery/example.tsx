import { createContext, type ReactNode, useContext } from 'react'
import css from './components.module.css'

/** Source of a section's examples, by title. */
const Codes = createContext<Readonly<Record<string, string>>>({})
export const ExampleCode = Codes.Provider

type Props = {
  /** Unique in its section, because it finds the source. */
  title: string
  note?: ReactNode
  children: ReactNode
}

/** One component in one state, with its source. */
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

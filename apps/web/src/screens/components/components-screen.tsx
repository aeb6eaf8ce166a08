import css from './components.module.css'
import { sections } from './sections.ts'

/** Every building block in every state. */
export function ComponentsScreen() {
  return (
    <main className={css.screen}>
      <title>Components · Backoffice</title>
      <h1>Components</h1>
      {sections.map(({ path, title, Section }) => (
        <section key={path} className={css.section} aria-label={title}>
          <h2>{title}</h2>
          <Section />
        </section>
      ))}
    </main>
  )
}

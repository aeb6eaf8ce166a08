import type { ReactNode } from 'react'
import { Brand } from '../brand.tsx'
import css from './login-layout.module.css'

/** A card in the middle of the page, for whoever is not signed in yet. Knows neither router nor session. */
export function LoginLayout({ children }: { children: ReactNode }) {
  return (
    <main className={css.screen}>
      <LoginCard>{children}</LoginCard>
    </main>
  )
}

/** What the page shows, without being the page. */
export function LoginCard({ children }: { children: ReactNode }) {
  return (
    <div className={css.column}>
      <div className={css.brand}>
        <Brand />
      </div>
      <div className={css.card}>{children}</div>
      <p className={css.foot}>Authorised staff only. Activity is recorded.</p>
    </div>
  )
}

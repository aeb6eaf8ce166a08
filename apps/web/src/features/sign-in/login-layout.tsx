import type { ReactNode } from 'react'
import { Brand } from '../../kit/shell/brand.tsx'
import css from './login-layout.module.css'

type Props = {
  children: ReactNode
  /** Full width instead of a narrow card. The brand links to sign-in, next to `aside`. */
  wide?: { aside: ReactNode }
}

/** A card in the middle of the page, for the public screens. Uses neither router nor session. */
export function LoginLayout({ children, wide }: Props) {
  return (
    <main className={wide ? `${css.screen} ${css.wide}` : css.screen}>
      <LoginCard wide={wide}>{children}</LoginCard>
    </main>
  )
}

/** The layout without `<main>`, for the example on /components. */
export function LoginCard({ children, wide }: { children: ReactNode; wide?: Props['wide'] | undefined }) {
  return (
    <div className={css.column}>
      <div className={css.head}>
        <div className={css.brand}>
          {wide ? (
            <a href="/login" title="Sign in">
              <Brand />
            </a>
          ) : (
            <Brand />
          )}
        </div>
        {wide?.aside}
      </div>
      <div className={css.card}>{children}</div>
      <p className={css.foot}>Authorised staff only. Activity is recorded.</p>
    </div>
  )
}

import css from './brand.module.css'

export function Brand() {
  return (
    <span className={css.brand}>
      <span className={css.mark} aria-hidden="true">
        B
      </span>
      Backoffice
    </span>
  )
}

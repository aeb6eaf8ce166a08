import css from './skeleton.module.css'

/** Placeholder in the size of the loading content. An SVG needs no `style` attribute for its size. */
export function Skeleton({ width, height }: { width: number | string; height: number }) {
  return <svg className={css.skeleton} width={width} height={height} aria-hidden="true" />
}

import { type ReactNode, useEffect, useRef, useState } from 'react'
import css from './loading-bar.module.css'
import { type BarState, HEIGHT_PX, isOver, type LoadingBar, progress } from './loading-bar.ts'

type Props = {
  bar: LoadingBar
  label: string
  /** `top`: at the top of the window; `here`: in place. */
  placed?: 'top' | 'here'
  onPhase?: (phase: BarState['phase']) => void
}

/** Paints the bar on each animation frame until it is hidden. Times are `performance.now()`. */
export function BarView({ bar, label, placed = 'top', onPhase }: Props): ReactNode {
  const [{ phase, failed }, setSeen] = useState<Pick<BarState, 'phase' | 'failed'>>(() => progress({}, 0))
  const line = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const stepped = matchMedia('(prefers-reduced-motion: reduce)').matches
    let frame = 0
    const draw = () => {
      const now = performance.now()
      const next = progress(bar, now)
      if (line.current) paint(line.current, next, stepped)
      setSeen((seen) => (seen.phase === next.phase && seen.failed === next.failed ? seen : next))
      if (!isOver(bar, now)) frame = requestAnimationFrame(draw)
    }
    draw()
    return () => cancelAnimationFrame(frame)
  }, [bar])
  useEffect(() => onPhase?.(phase), [phase, onPhase])

  const visible = phase === 'running' || phase === 'full'
  return (
    <div
      ref={line}
      className={placed === 'top' ? `${css.bar} ${css.top}` : css.bar}
      data-failed={failed || undefined}
      {...(visible
        ? { role: 'progressbar', 'aria-label': label, 'aria-valuemin': 0, 'aria-valuemax': 100 }
        : { 'aria-hidden': true })}
    />
  )
}

/** Writes styles directly, because a render per frame is slow. With reduced motion, in steps of 10 %. */
function paint(line: HTMLElement, { percent, opacity, visible }: BarState, stepped: boolean): void {
  const shown = stepped ? Math.floor(percent / 10) * 10 : percent
  line.style.height = visible ? `${HEIGHT_PX}px` : ''
  line.style.opacity = String(opacity)
  line.style.transform = `scaleX(${shown}%)`
  // The gradient spans the whole page: undo the scaling.
  line.style.backgroundSize = shown > 0 ? `${10_000 / shown}% 100%` : ''
  if (visible) line.setAttribute('aria-valuenow', String(Math.round(percent)))
  else line.removeAttribute('aria-valuenow')
}

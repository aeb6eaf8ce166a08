import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { create } from 'zustand'
import css from './loading-bar.module.css'
import {
  type BarState,
  finish,
  HEIGHT_PX,
  IDLE,
  isOver,
  type LoadingBar,
  progress,
  start,
} from './loading-bar.ts'

const useNavigationBar = create<{ bar: LoadingBar }>()(() => ({ bar: IDLE }))

export function navigationStarted(): void {
  useNavigationBar.setState(({ bar }) => ({ bar: start(bar, performance.now()) }))
}

/** Call it when a navigation is finished, stopped by a guard, or failed. */
export function navigationEnded(failed = false): void {
  useNavigationBar.setState(({ bar }) => ({ bar: finish(bar, performance.now(), failed) }))
}

/** The page's loading bar; `<main>` is `aria-busy` while it runs. */
export function PageBar() {
  const bar = useNavigationBar((state) => state.bar)
  const busy = useRef<Element>(null)
  const markMain = useCallback((phase: BarState['phase']) => {
    busy.current?.removeAttribute('aria-busy')
    busy.current = phase === 'running' ? document.querySelector('main') : null
    busy.current?.setAttribute('aria-busy', 'true')
  }, [])
  return <BarView bar={bar} label="Loading page" onPhase={markMain} />
}

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
  // Undoes the scaling, because the gradient spans the whole page.
  line.style.backgroundSize = shown > 0 ? `${10_000 / shown}% 100%` : ''
  if (visible) line.setAttribute('aria-valuenow', String(Math.round(percent)))
  else line.removeAttribute('aria-valuenow')
}

import { useEffect, useEffectEvent, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { shortNumber } from '../../kit/format/format-amount.ts'
import { useTheme } from '../../kit/preferences/theme.ts'

export type ChartProps = {
  label: string
  /** Labels below the bars. */
  ticks: readonly string[]
  /** Stacked from bottom to top. */
  stacks: readonly { tone: keyof typeof TONES; values: readonly number[] }[]
  marks: readonly (number | null)[]
  /** In pixels. */
  height: number
  onHover: (index: number | null) => void
}

const TONES = {
  accent: 'var(--accent)',
  pale: 'color-mix(in srgb, var(--accent) 36%, var(--panel))',
} as const

/** Bars on a canvas, in the colours of the theme. */
export function BarChart(props: ChartProps) {
  const holder = useRef<HTMLDivElement>(null)
  const theme = useTheme((state) => state.theme)
  const onHover = useEffectEvent(props.onHover)
  const key = JSON.stringify([props.ticks, props.stacks, props.marks])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the data, and the theme for the colours
  useEffect(() => {
    const { current: element } = holder
    if (!element) return
    const draw = () => {
      plot?.destroy()
      plot = create(element, props, onHover)
    }
    let plot: uPlot | undefined
    draw()
    const sizes = new ResizeObserver(() =>
      plot?.setSize({ width: element.clientWidth, height: props.height }),
    )
    sizes.observe(element)
    const dark = matchMedia('(prefers-color-scheme: dark)')
    dark.addEventListener('change', draw)
    return () => {
      sizes.disconnect()
      dark.removeEventListener('change', draw)
      plot?.destroy()
    }
  }, [key, theme])
  return <div ref={holder} />
}

function create(element: HTMLElement, props: ChartProps, onHover: ChartProps['onHover']): uPlot {
  const { ticks, stacks, marks } = props
  const { colour, forget } = coloursOf(element)
  const x = ticks.map((_, index) => index)
  const sums = cumulated(stacks.map(({ values }) => values))
  const bars = uPlot.paths.bars?.({ size: [0.72, 40], radius: 0.08, gap: 1 })
  const axis = { stroke: colour('var(--ink-2)'), ticks: { show: false }, font: '11px system-ui, sans-serif' }
  return new uPlot(
    {
      width: element.clientWidth,
      height: props.height,
      padding: [8, 0, 0, 0],
      legend: { show: false },
      cursor: { x: false, y: false, points: { show: false }, drag: { x: false, y: false } },
      scales: {
        x: { time: false, range: () => [-0.5, ticks.length - 0.5] },
        y: {
          range: (_plot, _least, most) => [0, Math.max(1, most, ...marks.map((mark) => mark ?? 0)) * 1.05],
        },
      },
      axes: [
        {
          ...axis,
          grid: { show: false },
          size: 22,
          gap: 4,
          splits: () => x,
          values: (_plot, at) => at.map((each) => ticks[each] ?? ''),
        },
        {
          ...axis,
          size: 38,
          gap: 4,
          space: 36,
          incrs: [
            1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6, 2e6, 5e6,
            1e7, 1e8,
          ],
          grid: { stroke: colour('var(--line-inner)'), width: 1 },
          values: (_plot, values) => values.map(shortNumber),
        },
      ],
      // Draw the highest sum first, and lower ones over it.
      series: [
        {},
        ...stacks.toReversed().map(({ tone }) => ({
          fill: colour(TONES[tone]),
          width: 0,
          points: { show: false },
          ...(bars && { paths: bars }),
        })),
      ],
      hooks: {
        draw: [(plot) => drawMarks(plot, marks, colour('var(--ink)'))],
        destroy: [forget],
        setCursor: [({ cursor: { idx } }) => onHover(idx ?? null)],
      },
    },
    [x, ...sums.toReversed()],
    element,
  )
}

/** Cumulative sums of the stacks. */
function cumulated(stacks: readonly (readonly number[])[]): number[][] {
  return stacks.map((values, level) =>
    values.map((_, index) => stacks.slice(0, level + 1).reduce((sum, each) => sum + (each[index] ?? 0), 0)),
  )
}

function drawMarks(plot: uPlot, marks: readonly (number | null)[], colour: string): void {
  const { ctx } = plot
  const half = (plot.valToPos(1, 'x', true) - plot.valToPos(0, 'x', true)) / 2
  ctx.save()
  ctx.strokeStyle = colour
  ctx.lineWidth = 2 * devicePixelRatio
  ctx.beginPath()
  for (const [index, mark] of marks.entries()) {
    if (mark === null) continue
    const [left, top] = [plot.valToPos(index, 'x', true), plot.valToPos(mark, 'y', true)]
    ctx.moveTo(left - half * 0.86, top)
    ctx.lineTo(left + half * 0.86, top)
  }
  ctx.stroke()
  ctx.restore()
}

/** Theme colours as values for the canvas. */
function coloursOf(element: HTMLElement) {
  const probe = element.appendChild(document.createElement('span'))
  const colour = (value: string): string => {
    probe.style.color = value
    return getComputedStyle(probe).color
  }
  return { colour, forget: () => probe.remove() }
}

import { computedStyle } from '../../ui/computed-style.ts'
import { Example } from '../example.tsx'
import css from './samples.module.css'

export const title = 'Colour and type'

const GROUNDS = ['background', 'panel', 'hover', 'quiet-wash']
const LINES = ['line', 'line-inner', 'line-control']
const TONES = ['accent', 'ok', 'warn', 'bad', 'info']
const INKS = ['ink', 'ink-2']
const TYPE = [
  ['figure', '48,212'],
  ['title', 'Operational Dashboard'],
  ['count', '9,480'],
  ['dialog', 'Leave without saving?'],
  ['heading', 'Tracked files'],
  ['label', 'Tender name'],
  ['text', 'Nothing runs until you confirm.'],
  ['text-control', 'Northline Fuels'],
  ['small', 'as of 08:02'],
  ['code', '9990000000000011'],
  ['caps', 'OPERATE'],
] as const

const colour = (name: string) => `var(--${name})`

function Swatch({ name, ink = 'ink' }: { name: string; ink?: string }) {
  return (
    <code ref={computedStyle({ background: colour(name), color: colour(ink) })} className={css.swatch}>
      {name}
    </code>
  )
}

export function Section() {
  return (
    <>
      <Example title="Grounds and lines">
        <div className={css.row}>
          {GROUNDS.map((name) => (
            <Swatch key={name} name={name} />
          ))}
          {LINES.map((name) => (
            <code
              key={name}
              ref={computedStyle({ 'border-bottom': `3px solid ${colour(name)}` })}
              className={css.swatch}
            >
              {name}
            </code>
          ))}
        </div>
      </Example>
      <Example title="Tones and their washes">
        <div className={css.row}>
          {TONES.flatMap((name) => [
            <Swatch key={name} name={name} ink={name === 'accent' ? 'on-accent' : 'on-tone'} />,
            <Swatch key={`${name}-wash`} name={`${name}-wash`} ink={name} />,
          ])}
        </div>
      </Example>
      <Example title="Inks" note="The third one only for minor details.">
        <div className={css.row}>
          {INKS.map((name) => (
            <span key={name} ref={computedStyle({ color: colour(name) })}>
              {name}
            </span>
          ))}
          <span>
            <span ref={computedStyle({ color: colour('ink-3') })}>—</span> ink-3
          </span>
        </div>
      </Example>
      <Example title="Type">
        {TYPE.map(([name, words]) => (
          <p
            key={name}
            ref={computedStyle({ font: colour(name.startsWith('text') ? name : `text-${name}`) })}
          >
            {words}
          </p>
        ))}
      </Example>
    </>
  )
}

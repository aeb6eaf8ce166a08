import type { CSSProperties } from 'react'
import { Example } from '../example.tsx'

export const title = 'Colour and type'

const GROUNDS = ['background', 'panel', 'hover', 'line', 'line-inner', 'line-control', 'quiet-wash']
const TONES = ['accent', 'ok', 'warn', 'bad', 'info']
const INKS = ['ink', 'ink-2', 'ink-3']
const TYPE = [
  ['figure', '48,212'],
  ['title', 'Operational Dashboard'],
  ['count', '9,480'],
  ['dialog', 'Leave without saving?'],
  ['heading', 'Tracked files'],
  ['label', 'Tender name'],
  ['text', 'Nothing runs before you have seen the check.'],
  ['text-control', 'Northline Fuels'],
  ['small', 'as of 08:02'],
  ['code', '9990000000000011'],
  ['caps', 'OPERATE'],
] as const

const colour = (name: string) => `var(--${name})`
const row: CSSProperties = { display: 'flex', flexWrap: 'wrap', gap: 8 }

function Swatch({ name, ink = 'ink' }: { name: string; ink?: string }) {
  return (
    <code
      style={{
        padding: '4px 8px',
        border: `1px solid ${colour('line')}`,
        borderRadius: 6,
        background: colour(name),
        color: colour(ink),
      }}
    >
      {name}
    </code>
  )
}

export function Section() {
  return (
    <>
      <Example title="Grounds and lines">
        <div style={row}>
          {GROUNDS.map((name) => (
            <Swatch key={name} name={name} ink={name === 'line-control' ? 'on-tone' : 'ink'} />
          ))}
        </div>
      </Example>
      <Example title="Tones and their washes">
        <div style={row}>
          {TONES.flatMap((name) => [
            <Swatch key={name} name={name} ink={name === 'accent' ? 'on-accent' : 'on-tone'} />,
            <Swatch key={`${name}-wash`} name={`${name}-wash`} ink={name} />,
          ])}
        </div>
      </Example>
      <Example title="Inks" note="The third one only for what may be missed.">
        <div style={row}>
          {INKS.map((name) => (
            <span key={name} aria-hidden={name === 'ink-3' || undefined} style={{ color: colour(name) }}>
              {name}
            </span>
          ))}
        </div>
      </Example>
      <Example title="Type">
        {TYPE.map(([name, words]) => (
          <p key={name} style={{ font: colour(name.startsWith('text') ? name : `text-${name}`) }}>
            {words}
          </p>
        ))}
      </Example>
    </>
  )
}

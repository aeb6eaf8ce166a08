import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { followLostFocus } from './lost-focus.ts'

const user = userEvent.setup()
let stop: () => void
beforeEach(() => {
  stop = followLostFocus()
})
afterEach(() => stop())

const button = (name: string) => screen.getByRole('button', { name })
const heading = (name: string) => screen.getByRole('heading', { name })
const focused = (element: HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element))

/** A screen with a part that a press replaces. */
function Screen({ before, after }: { before: (go: () => void) => ReactNode; after: ReactNode }) {
  const [isAfter, setAfter] = useState(false)
  return (
    <main>
      <h1 tabIndex={-1}>File</h1>
      {isAfter ? after : before(() => setAfter(true))}
    </main>
  )
}

test('moves to the heading of the part whose button disappears', async () => {
  function Card() {
    const [isHeld, setHeld] = useState(true)
    return (
      <section>
        <h2>Result</h2>
        {isHeld && (
          <button type="button" onClick={() => setHeld(false)}>
            Release result
          </button>
        )}
      </section>
    )
  }
  render(<Screen before={() => <Card />} after={null} />)
  await user.click(button('Release result'))
  await focused(heading('Result'))
})

test('moves to the heading of the screen if the part disappears too', async () => {
  render(
    <Screen
      before={(go) => (
        <section>
          <h2>Match columns</h2>
          <button type="button" onClick={go}>
            Review 3 rows
          </button>
        </section>
      )}
      after={<h2>Run</h2>}
    />,
  )
  await user.click(button('Review 3 rows'))
  await focused(heading('File'))
})

function Items() {
  const [items, setItems] = useState(['1', '2', '3'])
  return (
    <ul>
      {items.map((item) => (
        <li key={item}>
          <button type="button" onClick={() => setItems(items.filter((each) => each !== item))}>
            Remove {item}
          </button>
        </li>
      ))}
    </ul>
  )
}

test('moves to the next item of a list, or to the one before the last', async () => {
  render(<Items />)
  await user.click(button('Remove 2'))
  await focused(button('Remove 3'))
  await user.click(button('Remove 3'))
  await focused(button('Remove 1'))
})

test('returns to a button that opens a panel and is rendered again, but not to an action', async () => {
  function Again({ opens }: { opens?: boolean }) {
    const [at, setAt] = useState(0)
    return (
      <button key={at} type="button" aria-expanded={opens && false} onClick={() => setAt(at + 1)}>
        {opens ? 'Choose a date' : 'Reject'}
      </button>
    )
  }
  render(
    <main>
      <h1 tabIndex={-1}>Dashboard</h1>
      <Again opens />
      <Again />
    </main>,
  )
  const before = button('Choose a date')
  await user.click(before)
  expect(button('Choose a date')).not.toBe(before)
  await focused(button('Choose a date'))
  await user.click(button('Reject'))
  await focused(heading('Dashboard'))
})

test('goes from a closed dialog to the part whose button opened it', async () => {
  function Case() {
    const [state, setState] = useState<'open' | 'asked' | 'resolved'>('open')
    return (
      <section>
        <h2>Case</h2>
        {state !== 'resolved' && (
          <button type="button" onClick={() => setState('asked')}>
            Resolve…
          </button>
        )}
        {state === 'asked' && (
          <div role="dialog" aria-label="Resolve">
            <button type="button" onClick={() => setState('resolved')}>
              Resolve
            </button>
          </div>
        )}
      </section>
    )
  }
  render(<Screen before={() => <Case />} after={null} />)
  await user.click(button('Resolve…'))
  await user.click(button('Resolve'))
  await focused(heading('Case'))
})

test('leaves the focus alone where it was given up, or taken by the new content', async () => {
  render(<Screen before={(go) => <input aria-label="Note" onBlur={go} />} after={<p>Saved</p>} />)
  await user.click(screen.getByLabelText('Note'))
  await user.click(document.body)
  expect(screen.getByText('Saved')).toBeDefined()
  expect(document.activeElement).toBe(document.body)
})

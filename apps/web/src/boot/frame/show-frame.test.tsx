import type { RuntimeConfig } from '@backoffice/contract/runtime-config'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Frame, showFrame } from './show-frame.ts'

const FRAME = `
  <aside>
    <nav>
      <ul><li data-module="Dashboard"><a href="/operational_dashboard">Operational Dashboard</a></li></ul>
      <section><h2>Glass</h2><button></button><ul><li data-module="Dashboard"><a href="/glass/branch">Branch</a></li></ul></section>
      <section><h2>Lookup</h2><ul><li data-module="Lookup"><a href="/lookup/tenders">Tenders</a></li></ul></section>
    </nav>
    <a href="/account"><strong></strong></a>
    <input type="radio" name="theme" value="light" /><input type="radio" name="theme" value="dark" />
  </aside>
  <main><h1>SMAC Inquiry</h1><nav>Kinds</nav><section>Upload</section></main>`
const ACCESS: Omit<Frame, 'markup'> = {
  screen: [{ modules: ['All', 'SMAC Inquiry'] }],
  content: [{ modules: ['All', 'SMAC Inquiry'], policies: ['file:upload'] }],
}
const USER = {
  name: 'Ana Cruz',
  email: 'ana@backoffice.test',
  modules: ['Dashboard', 'SMAC Inquiry'],
  policies: ['file:upload'],
}
const session = () => ({
  activeAtMs: Date.now(),
  state: {
    isAuthenticated: true,
    auth: { token: 'x', tokenExpiration: Date.now() / 1000 + 600, userDetails: USER },
  },
})

const json = (id: string, value: unknown) =>
  `<script type="application/json" id="${id}">${JSON.stringify(value)}</script>`
const root = () => document.getElementById('root')
const texts = (selector: string) =>
  [...document.querySelectorAll(`#root ${selector}`)].map(({ textContent }) => textContent)

beforeEach(() => {
  const config: Partial<RuntimeConfig> = { lockAfterMs: 900_000 }
  document.body.innerHTML = `<div id="root"></div><template id="frame">${FRAME}</template>
    ${json('config', config)}${json('frame-access', ACCESS)}`
})
afterEach(() => {
  document.body.replaceChildren()
  document.documentElement.removeAttribute('data-theme')
  localStorage.clear()
  sessionStorage.clear()
})

function show(stored: object = session()): void {
  localStorage.setItem('auth', JSON.stringify(stored))
  showFrame()
}

test('the frame shows the modules and name of its user, and is inert', () => {
  show()
  expect(texts('aside nav a')).toEqual(['Operational Dashboard', 'Branch'])
  expect(texts('aside section h2')).toEqual(['Glass'])
  expect(texts('a[href="/account"] > *')).toEqual([USER.name, USER.email])
  expect(texts('main > *')).toEqual(['SMAC Inquiry', 'Kinds', 'Upload'])
  expect(root()?.firstElementChild?.hasAttribute('inert')).toBe(true)
})

test('shows only the email of a user without a name', () => {
  const { state, ...rest } = session()
  show({ ...rest, state: { ...state, auth: { ...state.auth, userDetails: { ...USER, name: '' } } } })
  expect(texts('a[href="/account"] > *')).toEqual([USER.email])
})

test('leaves out content that depends on a missing permission', () => {
  const { state, ...rest } = session()
  show({
    ...rest,
    state: { ...state, auth: { ...state.auth, userDetails: { ...USER, policies: ['file:view'] } } },
  })
  expect(texts('main > *')).toEqual(['SMAC Inquiry', 'Kinds'])
})

test('leaves out content for a user with own columns, but not for another user’s columns', () => {
  for (const [owner, shown] of [
    [USER.email, ['SMAC Inquiry', 'Kinds']],
    ['other@backoffice.test', ['SMAC Inquiry', 'Kinds', 'Upload']],
  ] as const) {
    root()?.replaceChildren()
    const template = document.querySelector<HTMLTemplateElement>('template#frame')
    if (template) template.innerHTML = FRAME
    sessionStorage.setItem('preferences', JSON.stringify({ owner, saved: { columns: { tenders: [] } } }))
    show()
    expect(texts('main > *')).toEqual(shown)
  }
})

test('groups that the user has closed are closed, except that of the screen, which has no button', () => {
  const saved = { columns: {}, closed_groups: ['Lookup', 'Glass'] }
  sessionStorage.setItem('preferences', JSON.stringify({ owner: USER.email, saved }))
  const { state, ...rest } = session()
  const modules = [...USER.modules, 'Lookup']
  show({ ...rest, state: { ...state, auth: { ...state.auth, userDetails: { ...USER, modules } } } })
  expect(texts('aside section ul:not([hidden])')).toEqual(['Tenders'])
  expect(texts('aside section [hidden]')).toEqual(['Branch'])
})

test.each(['light', 'dark'])('the switch shows the %s theme of the tab', (theme) => {
  document.documentElement.dataset.theme = theme
  show()
  const checked = document.querySelector<HTMLInputElement>('#root [name=theme]:checked')
  expect(checked?.value).toBe(theme)
})

test.each([
  ['locked', () => ({ ...session(), activeAtMs: Date.now() - 900_000 })],
  ['whose last input is unknown', () => ({ state: session().state })],
  ['waiting for a refresh', () => ({ ...session(), state: { ...session().state, isAuthenticated: false } })],
  [
    'with an expired token',
    () => {
      const { state, ...rest } = session()
      return { ...rest, state: { ...state, auth: { ...state.auth, tokenExpiration: Date.now() / 1000 - 1 } } }
    },
  ],
  [
    'without the module',
    () => {
      const { state, ...rest } = session()
      const userDetails = { ...USER, modules: ['Users'] }
      return { ...rest, state: { ...state, auth: { ...state.auth, userDetails } } }
    },
  ],
])('a user %s sees no frame', (_, stored) => {
  show(stored())
  expect(root()?.childElementCount).toBe(0)
})

test('without a session there is no frame', () => {
  showFrame()
  expect(root()?.childElementCount).toBe(0)
})

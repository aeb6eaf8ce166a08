import { renderToString } from 'react-dom/server'

import { examples } from '../../gallery/examples.ts'
import type { Payload } from '../payload.ts'
import { PublicApp } from './public-app.tsx'
import { PUBLIC_SCREENS } from './screens.ts'

/** A prerendered public screen: its entry module, title, markup of the root and payload. */
export type PrerenderedScreen = {
  path: string
  module: string
  title: string
  markup: string
  payload: Payload
}

/** The build calls it, in Node. */
export async function prerender(base: Payload): Promise<PrerenderedScreen[]> {
  return Promise.all(
    Object.entries(PUBLIC_SCREENS).map(async ([path, { load, module = 'public.html' }]) => {
      const payload = path === '/components' ? { ...base, examples: examples() } : base
      const Screen = await load()
      const whole = renderToString(<PublicApp first={{ Screen, payload }} />)
      // React renders the title first; it belongs into the head.
      const [, title, markup] = /^(<title>.*?<\/title>)(.*)$/s.exec(whole) ?? []
      if (!title || !markup) throw new Error(`${path} has no title.`)
      return { path, module, title, markup, payload }
    }),
  )
}

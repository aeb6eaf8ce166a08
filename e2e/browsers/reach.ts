import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { OtherBrowsers } from '../../dev/test/browsers.ts'
import { FAMILIES, OVERLAYS, PUBLIC_PATHS } from '../reach/screens-to-check.ts'
import { type ReachDriver, reachBy } from '../reach/visit.ts'
import { writeInquiryFile } from '../tests/card-files.ts'
import { emailOf, PASSWORD } from '../tests/demo-users.ts'
import { type Engine, until } from './engine.ts'
import { ENTER, ESCAPE, TAB, userOf } from './user.ts'

const TIMEOUT_MS = 300_000

function driverOf({ evaluate, perform, resize, chooseFile }: Engine): ReachDriver {
  return {
    evaluate,
    resize,
    chooseFile,
    wheel({ x, y }, by) {
      const scroll = { type: 'scroll', x, y, deltaX: by.x, deltaY: by.y }
      // WebKit adds up the turns of one wheel, so each turn needs a new wheel.
      return perform([{ type: 'wheel', id: randomUUID(), actions: [scroll] }])
    },
    pressEscape: () =>
      perform([
        {
          type: 'key',
          id: 'keyboard',
          actions: [
            { type: 'keyDown', value: ESCAPE },
            { type: 'keyUp', value: ESCAPE },
          ],
        },
      ]),
  }
}

/** Scrolls every screen, pane and overlay in one engine. Without `FULL=1`, overlays only if `overlays` is set. */
export function reach(
  start: (browsers: OtherBrowsers) => Promise<Engine>,
  { overlays }: { overlays: boolean },
): void {
  describe('every control can be scrolled to and pressed', () => {
    const baseURL = inject('baseURL')
    let engine: Engine

    beforeAll(async () => {
      engine = await start(inject('browsers'))
    }, 90_000)
    afterAll(() => engine?.close())

    test('on screens without a sign-in', { timeout: TIMEOUT_MS }, async () => {
      const { complaints, visitPage } = reachBy(driverOf(engine))
      const user = userOf(engine)
      for (const path of PUBLIC_PATHS) {
        await user.open(`${baseURL}${path}`)
        await until('an interactive page', () => user.look('marked', 'usable'))
        await visitPage(path)
      }
      expect(complaints).toEqual([])
    })

    test('signs in next to another session', { timeout: TIMEOUT_MS }, async () => {
      const user = userOf(engine)
      for (const session of ['elsewhere', 'here']) {
        await user.open(`${baseURL}/login?${session}`)
        await until('an interactive page', () => user.look('marked', 'usable'))
        await user.look('focus', 'field', 'Email')
        await user.type(`${emailOf('admin')}${TAB}${PASSWORD}${ENTER}`)
        await user.sees('heading', 'Operational Dashboard')
        if (session === 'elsewhere') await engine.evaluate('localStorage.clear()')
      }
    })

    for (const [family, places] of FAMILIES)
      test(`on every screen and pane of ${family}`, { timeout: TIMEOUT_MS }, async () => {
        const { complaints, visit, upload } = reachBy(driverOf(engine))
        if (family === '/files') await upload(writeInquiryFile(engine.folder))
        for (const place of places) await visit(place)
        expect(complaints).toEqual([])
      })

    for (const [family, group] of overlays || process.env.FULL ? OVERLAYS : [])
      test(`in overlays of ${family}`, { timeout: TIMEOUT_MS }, async () => {
        const { complaints, visitOverlay } = reachBy(driverOf(engine))
        for (const each of group) await visitOverlay(each)
        expect(complaints).toEqual([])
      })
  })
}

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Engine, until } from './engine.ts'
import { inPage, type Kind } from './in-page.ts'

const PICTURES = join(import.meta.dirname, '../../.data/pictures/browsers')

type InPage = ReturnType<typeof inPage>

export const TAB = '\uE004'
export const ENTER = '\uE007'
export const ESCAPE = '\uE00C'
export const UP = '\uE013'
export const DOWN = '\uE015'
export const LEFT = '\uE012'
const CONTROL = '\uE009'

/** User actions in an engine: finds elements by role and name, and uses a real pointer and keyboard. */
export function userOf(engine: Engine) {
  async function look<Name extends keyof InPage>(
    name: Name,
    ...given: Parameters<InPage[Name]>
  ): Promise<Awaited<ReturnType<InPage[Name]>>> {
    const json = await engine.evaluate(`(${inPage})().${name}(...${JSON.stringify(given)})`)
    // JSON has no `undefined`.
    return (JSON.parse(json) ?? undefined) as Awaited<ReturnType<InPage[Name]>>
  }

  async function pressAt(x: number, y: number): Promise<void> {
    const actions = [
      { type: 'pointerMove', x, y },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    await engine.perform([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }])
  }

  return {
    look,
    open: engine.open,

    async sees(kind: Kind, name: string): Promise<void> {
      await until(`${kind} “${name}”`, async () => await look('has', kind, name))
    },
    async seesNo(kind: Kind, name: string): Promise<void> {
      await until(`no ${kind} “${name}”`, async () => !(await look('has', kind, name)))
    },

    async press(kind: Kind, name: string): Promise<void> {
      await until(`${kind} “${name}” to press`, async () => {
        const place = await look('place', kind, name)
        if (typeof place === 'string') throw new Error(place)
        await pressAt(place.x, place.y)
        // After a navigation the press can no longer be checked.
        const hasMissed = await look('hasMissed').catch(() => false)
        if (hasMissed) throw new Error('its place changed before the press')
        return true
      })
    },

    async type(keys: string): Promise<void> {
      const actions = [...keys].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
      await engine.perform([{ type: 'key', id: 'keyboard', actions }])
    },

    async typeWithControl(key: string): Promise<void> {
      const actions = [
        { type: 'keyDown', value: CONTROL },
        { type: 'keyDown', value: key },
        { type: 'keyUp', value: key },
        { type: 'keyUp', value: CONTROL },
      ]
      await engine.perform([{ type: 'key', id: 'keyboard', actions }])
    },

    async settled(): Promise<void> {
      await until('a loaded page', async () => await look('isSettled'))
    },

    async picture(name: string): Promise<void> {
      mkdirSync(PICTURES, { recursive: true })
      writeFileSync(join(PICTURES, `${name}-${engine.name}.png`), await engine.screenshot())
    },
  }
}

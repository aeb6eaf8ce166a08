import { screenAt } from '@backoffice/contract/screens'
import { type Point, reachInPage } from './in-page.ts'
import type { Overlay, Place } from './screens-to-check.ts'
import { touchDriver } from './touch-driver.ts'

export type ReachDriver = {
  /** Awaits an expression in the page and returns its value as JSON. */
  evaluate: (expression: string) => Promise<string>
  wheel: (at: Point, by: Point) => Promise<void>
  resize: (size: Size) => Promise<void>
  pressEscape: () => Promise<void>
  chooseFile: (selector: string, path: string) => Promise<void>
}

type Size = { width: number; height: number }
type InPage = Omit<ReturnType<typeof reachInPage>, 'basics'> & ReturnType<typeof touchDriver>

const IN_PAGE = `((reach) => ({ ...reach, ...(${touchDriver})(reach.basics) }))((${reachInPage})())`

/** The lower window is harder; `FULL=1` adds the higher one, in case its layout differs. */
const SIZES: readonly Size[] = [
  ...(process.env.FULL ? [{ width: 1280, height: 800 }] : []),
  { width: 1280, height: 650 },
  { width: 360, height: 740 },
]

const lookBy =
  ({ evaluate }: ReachDriver) =>
  async <Name extends keyof InPage>(
    name: Name,
    ...args: Parameters<InPage[Name]>
  ): Promise<Awaited<ReturnType<InPage[Name]>>> => {
    const json = await evaluate(`${IN_PAGE}.${name}(...${JSON.stringify(args)})`)
    // JSON has no `undefined`.
    return (JSON.parse(json) ?? undefined) as Awaited<ReturnType<InPage[Name]>>
  }

/** Steps that lead to an overlay. A step without an effect fails. */
export type Hands = {
  open: (path: string) => Promise<void>
  press: (name: string) => Promise<void>
  fill: (name: string, value: string) => Promise<void>
  call: InPage['call']
}

/** Visits screens and overlays in one browser, and collects controls that no wheel turn makes pressable. */
export function reachBy(driver: ReachDriver) {
  const look = lookBy(driver)
  const complaints: string[] = []
  const opened = new Set<string>()
  /** Address by screen name. */
  const links = new Map<string, string>()

  async function must(happens: Promise<boolean>, what: string): Promise<void> {
    if (!(await happens)) throw new Error(`Not in 20 s: ${what}`)
  }

  /** Checks the controls and returns their number. */
  async function check(where: string): Promise<number> {
    let { total, turn } = await look('start')
    while (turn) {
      await driver.wheel(turn.at, turn.by)
      turn = (await look('next')).turn
    }
    for (const each of await look('complaints')) complaints.push(`${where}: ${each}`)
    return total
  }

  async function close(what: string): Promise<void> {
    await driver.pressEscape()
    await must(look('isOpen', false), `${what} closes`)
  }

  /** Checks panels and menus, each kind once per family of screens. */
  async function checkOpeners(where: string): Promise<void> {
    for (const name of await look('openers')) {
      const kind = `${where.split(' ').at(-1)} ${name.split(' ')[0]}`
      if (opened.has(kind)) continue
      opened.add(kind)
      await must(look('press', name), name)
      await must(look('isOpen', true), `${name} opens at ${where}`)
      await check(`${where}, ${name}`)
      await close(name)
    }
  }

  /** Notes the second record of each list, because the first may be the user's own. */
  async function noteLinks(): Promise<void> {
    const found = Map.groupBy(await look('links'), (link) => screenAt(link.split('?')[0] ?? '')?.name)
    for (const [name, all] of found)
      if (name && !links.has(name)) links.set(name, (all[1] ?? all[0] ?? '').split('?')[0] ?? '')
  }

  const hands: Hands = {
    open: (path) => must(look('open', path, null, /\/create\b/.test(path) ? 'create' : 'list'), path),
    press: (name) => must(look('press', name), `“${name}” to press`),
    fill: (name, value) => must(look('fill', name, value), `“${name}” to fill in`),
    call: (path, body) => look('call', path, body),
  }

  return {
    complaints,

    async upload(path: string): Promise<void> {
      await hands.open('/smac_inquiry?tab=file')
      await must(look('has', 'Upload file'), 'the upload')
      await driver.chooseFile('input[type="file"]', path)
      links.set('files-source_filekey', await look('pathBelow', '/files/'))
    },

    async visitPage(where: string): Promise<void> {
      for (const size of SIZES) {
        await driver.resize(size)
        await check(`${where} at ${size.width}x${size.height}`)
      }
    },

    async visit({ screen, part }: Place): Promise<void> {
      const path = links.get(screen.name) ?? screen.path
      if (path.includes('{')) throw new Error(`${screen.name} has no record`)
      for (const size of SIZES) {
        await driver.resize(size)
        await must(look('open', path, screen.title, part), path)
        await noteLinks()
        const where = `${screen.path} at ${size.width}x${size.height}`
        if ((await check(where)) === 0) complaints.push(`${where}: there is no control`)
        await checkOpeners(where)
      }
    },

    /** Opens the overlay in a wide window, which then shrinks. */
    async visitOverlay({ name, show, isWide, isInline, leave }: Overlay): Promise<void> {
      const sizes = isWide ? SIZES.filter(({ width }) => width > 360) : SIZES
      for (const [at, size] of sizes.entries()) {
        await driver.resize(size)
        if (at === 0) await show(hands)
        if (!isInline) await must(look('isOpen', true), `${name} opens`)
        await check(`${name} at ${size.width}x${size.height}`)
      }
      if (leave) await hands.press(leave)
      else if (!isInline) await close(name)
    },
  }
}

import { cyclesIn, importsOf } from './import-scan.ts'
import { root, sourceFiles } from './source-files.ts'

/** Files matching `from` may not import what matches `to`, unless that also matches `except`. */
type Rule = { from: RegExp; to: RegExp; except?: RegExp; why: string }

const anyRoom = /^(apps|packages|e2e|dev)\//
const web = '^apps/web/src'

export const rules: Rule[] = [
  {
    from: /^apps\/web\//,
    to: anyRoom,
    except: /^(apps\/web|packages\/contract)\//,
    why: 'web → contract only',
  },
  {
    from: /^apps\/server\//,
    to: anyRoom,
    except: /^(apps\/server|packages)\//,
    why: 'server → packages only',
  },
  {
    from: /^packages\/contract\//,
    to: anyRoom,
    except: /^packages\/contract\//,
    why: 'the contract stands alone',
  },
  {
    from: /^packages\/identity\//,
    to: anyRoom,
    except: /^packages\/identity\//,
    why: 'identity stands alone',
  },
  {
    // What opens the data of the system under test has to read it as the server does.
    from: /^e2e\/(?!system\/)/,
    to: /^apps\/.*\/src\//,
    why: 'browser tests use what the browser sees',
  },
  {
    from: RegExp(`${web}/ui/`),
    to: RegExp(`${web}/(kit|api|screens|routes)/`),
    why: 'ui knows components only',
  },
  { from: RegExp(`${web}/kit/`), to: RegExp(`${web}/(screens|routes)/`), why: 'kit knows no screen' },
  { from: /\.store\.ts$/, to: /^fastify/, why: 'a store knows no HTTP' },
  { from: /\.store\.ts$/, to: /\.routes\.ts$/, why: 'a store knows no HTTP' },
]

/** Which screen a file belongs to: one screen's folder does not reach into another's. */
const screenOf = (file: string) => /^apps\/web\/src\/screens\/([^/]+)\//.exec(file)?.[1]

export function wrongImports(files = sourceFiles(), base = root): string[] {
  const imports = importsOf(files, base)
  const broken = imports.flatMap(({ from, to }) => {
    const reasons = rules
      .filter((rule) => rule.from.test(from) && rule.to.test(to) && !rule.except?.test(to))
      .map(({ why }) => why)
    const [own, other] = [screenOf(from), screenOf(to)]
    if (own && other && own !== other) reasons.push('a screen does not import another')
    return reasons.map((why) => `${from} imports ${to}: ${why}`)
  })
  return [...broken, ...cyclesIn(imports).map((cycle) => `cycle: ${cycle.join(' → ')}`)]
}

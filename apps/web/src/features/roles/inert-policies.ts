import { hasModule } from '@backoffice/contract/access'
import { modulesNeeded } from '@backoffice/contract/grants'

type ChosenPolicy = { id: string; name: string; statements: readonly string[] }

/** Policies that do nothing, or only a part of what they allow, without modules that are not chosen. */
export function inertPolicies(
  policies: readonly ChosenPolicy[],
  modules: readonly string[],
): { id: string; text: string }[] {
  const isChosen = (module: Parameters<typeof hasModule>[1]) => hasModule({ modules, policies: [] }, module)
  return policies.flatMap(({ id, name, statements }) => {
    const needed = modulesNeeded(statements)
    const missing = needed.filter((module) => !isChosen(module))
    const isInert = missing.length === needed.length
    // A policy for everything is meant to depend on the modules.
    const isForAll = statements.includes('*:*')
    if (missing.length === 0 || (isForAll && !isInert)) return []
    const subject = isInert ? name : `A part of ${name}`
    const wanted = isForAll
      ? 'a module'
      : `the ${missing.length === 1 ? 'module' : 'modules'} ${inWords(missing)}`
    return [{ id, text: `${subject} does nothing until you choose ${wanted}.` }]
  })
}

const inWords = (modules: readonly string[]) =>
  modules.length > 1 ? `${modules.slice(0, -1).join(', ')} and ${modules.at(-1)}` : modules.join('')

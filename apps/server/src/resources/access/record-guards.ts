import type { Caller } from '../../kernel/caller.ts'
import { HttpError, invalidFields } from '../../kernel/errors.ts'
import type { ImpactOfChange } from './impact.ts'

/** What roles and policies have in common. */

export function requireNotSystem({ is_system }: { is_system: boolean }): void {
  if (is_system) throw new HttpError('system_record')
}

/** Throws `own_access` when the caller would gain or lose anything. */
export function requireNotOwn({ changed }: ImpactOfChange, caller: Caller): void {
  if (changed.has(caller.id)) throw new HttpError('own_access')
}

/** Throws `not_held` unless the caller may give what the record gives: its words decide who gets it. */
export function requireRenamable(noun: 'role' | 'policy', isGrantable: boolean): void {
  if (isGrantable) return
  const detail = `You can only rename a ${noun} whose permissions you may give to others.`
  throw new HttpError('not_held', { detail })
}

export function nameTaken(noun: 'role' | 'policy', { id, name }: { id: string; name: string }): HttpError {
  const row = { id, label: name }
  const message = `There is a ${noun} “${name}” already: choose another name.`
  return invalidFields([{ field: 'name', code: 'E009', message, row }])
}

type Use = { label: 'Users' | 'Roles'; count: number; names: readonly string[] }

/** `names`: the first of them. */
export function inUseBy(noun: 'role' | 'policy', uses: readonly Use[]): HttpError {
  const words = uses.map(({ label, count, names }) => {
    const one = label.toLowerCase().slice(0, -1)
    const more = count > names.length ? ` and ${(count - names.length).toLocaleString('en')} more` : ''
    return `${count.toLocaleString('en')} ${count === 1 ? one : `${one}s`} (${names.join(', ')}${more})`
  })
  return new HttpError('in_use', {
    detail: `In use by ${words.join(' and ')}: a ${noun} in use is not deleted.`,
    usedBy: uses.map(({ label, count }) => ({ label, count, link: null })),
  })
}

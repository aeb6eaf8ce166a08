import { sectionId } from './sections.ts'

/** Source of every example, by section and title. Runs in the build only. */
export function examples(): Record<string, Record<string, string>> {
  const sources = import.meta.glob<string>('./sections/*.tsx', {
    eager: true,
    query: '?raw',
    import: 'default',
  })
  return Object.fromEntries(
    Object.entries(sources).map(([path, source]) => [
      sectionId(path),
      Object.fromEntries(examplesIn(source)),
    ]),
  )
}

/** `<Example title="Busy">…</Example>` → ['Busy', '…'], without the shared indentation. */
export function examplesIn(source: string): [title: string, code: string][] {
  const pattern = /<Example\s[^>]*?title="([^"]+)".*?>\n(.*?)\n\s*<\/Example>/gs
  return [...source.matchAll(pattern)].map(([, title = '', code = '']) => [title, dedent(code)])
}

function dedent(code: string): string {
  const lines = code.split('\n')
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/))
  const shared = Math.min(...indents)
  return lines.map((line) => line.slice(shared)).join('\n')
}

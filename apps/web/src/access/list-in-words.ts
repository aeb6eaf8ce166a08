/** A list as the trail has it, of names or of records with a name; any other text as it is. */
export function listInWords(text: string): string {
  if (!text.startsWith('[')) return text
  try {
    const items: unknown = JSON.parse(text)
    if (!Array.isArray(items)) return text
    return items.map((item) => (hasName(item) ? item.name : String(item))).join(', ')
  } catch {
    return text
  }
}

const hasName = (item: unknown): item is { name: string } =>
  typeof item === 'object' && item !== null && 'name' in item && typeof item.name === 'string'

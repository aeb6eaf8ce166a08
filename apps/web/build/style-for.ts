import { transform } from 'lightningcss'

/** The part of a stylesheet that a page and its scripts can need: rules without a class, and those whose classes
 * are all named in `texts`. */
export function styleFor(stylesheet: string, texts: readonly string[]): string {
  const isNamed = (name: string) => texts.some((text) => text.includes(name))
  const { code } = transform({
    filename: 'part.css',
    code: Buffer.from(stylesheet),
    minify: true,
    visitor: {
      Rule: {
        style: (rule) => {
          const { selectors } = rule.value
          const wanted = selectors.some((parts) =>
            parts.every((part) => part.type !== 'class' || isNamed(part.name)),
          )
          return wanted ? undefined : []
        },
      },
    },
  })
  return code.toString()
}

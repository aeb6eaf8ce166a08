import { transform } from 'lightningcss'

/** Part of a stylesheet that a page can need: rules without a class, and rules whose classes all appear in `texts`. */
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

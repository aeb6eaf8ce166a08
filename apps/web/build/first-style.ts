import { transform } from 'lightningcss'

/**
 * The part of a stylesheet that a page can need before anything more is loaded: rules without a class, and those
 * whose classes are all named in `texts` (the page's markup and scripts). It goes into the page itself, which
 * saves the first paint a round trip.
 */
export function firstStyle(stylesheet: string, texts: readonly string[]): string {
  const isNamed = (name: string) => texts.some((text) => text.includes(name))
  const { code } = transform({
    filename: 'first.css',
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

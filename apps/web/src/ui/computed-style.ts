/**
 * A `ref` that sets style properties whose values are worked out. The page's policy refuses `style` attributes,
 * which is what the `style` prop becomes on a prerendered page; properties set by script it lets be.
 * An empty value takes a property away.
 */
export function computedStyle(properties: Readonly<Record<string, string>>) {
  return (node: HTMLElement | SVGElement | null) => {
    for (const [name, value] of Object.entries(properties)) node?.style.setProperty(name, value)
  }
}

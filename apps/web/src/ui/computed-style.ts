/**
 * A `ref` that sets style properties by script. The Content Security Policy refuses `style` attributes, which the
 * `style` prop becomes on a prerendered page. An empty value removes a property.
 */
export function computedStyle(properties: Readonly<Record<string, string>>) {
  return (node: HTMLElement | SVGElement | null) => {
    for (const [name, value] of Object.entries(properties)) node?.style.setProperty(name, value)
  }
}

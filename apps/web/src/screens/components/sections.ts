import type { ComponentType } from 'react'

type Module = { title: string; Section: ComponentType }

/** The name of a section's file without its place in the order. */
export const sectionId = (path: string) => path.replace(/^.*\/\d+-|\.tsx$/g, '')

/** Every file of `sections/`, in the order of their names: a new block is shown by adding one. */
export const sections = Object.entries(import.meta.glob<Module>('./sections/*.tsx', { eager: true })).map(
  ([path, { title, Section }]) => ({ id: sectionId(path), title, Section }),
)

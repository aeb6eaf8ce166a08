import type { ComponentType } from 'react'

type Module = { title: string; Section: ComponentType }

/** File name of a section without its number. */
export const sectionId = (path: string) => path.replace(/^.*\/\d+-|\.tsx$/g, '')

/** Sections in the order of their file names in `sections/`. */
export const sections = Object.entries(import.meta.glob<Module>('./sections/*.tsx', { eager: true })).map(
  ([path, { title, Section }]) => ({ id: sectionId(path), title, Section }),
)

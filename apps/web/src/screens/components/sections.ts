import type { ComponentType } from 'react'

type Module = { title: string; Section: ComponentType }

/** Every file of `sections/`, in the order of their names: a new block is shown by adding one. */
export const sections = Object.entries(import.meta.glob<Module>('./sections/*.tsx', { eager: true })).map(
  ([path, { title, Section }]) => ({ path, title, Section }),
)

/** Numbering plans: the countries of numbers, and how numbers are read and searched. They weigh as much as a page, so they are loaded after the first rows. */
import { loadWithRetries } from '#ui/lazy-part.ts'
import { loadedLater } from '#ui/loaded-later.ts'

const load = () => import('./loaded-numbering.ts')
export type Numbering = Awaited<ReturnType<typeof load>>

/** The numbering plans; null until they are loaded. Numbers are shown without a country until then. */
export const useNumbering = loadedLater(load)

/** The numbering plans, for what cannot be answered without them. */
export const loadNumbering = (): Promise<Numbering> => loadWithRetries(load)

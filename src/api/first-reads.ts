/** Loads what a page needs first. The gateway lets the browser begin the same reads together with the document (`firstNeeds`). */
import { type FirstRead, firstNeeds, type KnownAddress } from '#contract/index.ts'
import { load, read } from './reads.ts'

/** The first reads of a page, for its loader. */
export const loadFirst = (address: KnownAddress): Promise<null> =>
  load(...firstNeeds[address].reads.map(({ name, query }: FirstRead) => read(name, (query && { query }) as never)))

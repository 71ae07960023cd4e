/** Loads what a page needs first. The gateway lets the browser begin the same reads together with the document (`firstNeeds`). */
import { type FirstRead, firstNeeds, type KnownAddress } from '#contract/index.ts'
import { load, read } from './reads.ts'
import { currentSession } from './session.ts'

/** The first reads of a page, for its loader. */
export const loadFirst = (address: KnownAddress): Promise<null> =>
  load(...firstNeeds[address].reads.map(({ name, query }: FirstRead) => read(name, (query && { query }) as never)))

/** Whether the gateway let the browser begin reads with the document of this address. As there, not if a tab may have chosen a workspace. */
export const areReadsBegun = (address: string): boolean =>
  address in firstNeeds &&
  firstNeeds[address as KnownAddress].reads.length > 0 &&
  (currentSession()?.workspaces.length ?? 0) < 2

/** Finds earlier batches and calls that reached people in a list, and the people whom a rule flags because of them. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { ContactedBy, ContactState } from '#contract/index.ts'
import { rowsPerSlice } from './slices.ts'
import type { Contact } from './states.ts'

/** A batch start or a call that involved people in the list. */
export interface EarlierContact {
  description: Omit<ContactedBy, 'people'>
  /** Sources of one group are reported as one, for example all single calls of an operator. */
  group: number | string
  batchId: string | null
  /** null: no rule flags people because of it. */
  state: ContactState | null
  /** Whether it is a batch, or the held-back people of one, that may still call the person. */
  mayStillCall: boolean
  /** null: it does not count toward the contact limits. */
  contact: Contact | null
}

export interface ContactLookup {
  /** ID of the latest source at the time of the lookup. Later sources have higher IDs. */
  lastSourceId: number
  sources: readonly EarlierContact[]
  /** Sources by the person's position in the list, from 0. Only people with sources are in it. */
  people: ReadonlyMap<number, readonly EarlierContact[]>
}
export const emptyLookup: ContactLookup = { lastSourceId: 0, sources: [], people: new Map() }

/** People of a list whom a rule flags. */
export interface FlaggedPeople {
  /** Their positions in the list, from 0. */
  indexes: number[]
  /** The starts and calls that concern them, those with the most people first. */
  by: ContactedBy[]
}

const maxListedGroups = 50

/**
 * Finds the people whom a rule flags.
 *
 * @param select returns the sources for which a person is flagged; if it returns none, the person is not flagged
 */
export async function findFlagged(
  { people }: Pick<ContactLookup, 'people'>,
  select: (sources: readonly EarlierContact[]) => readonly EarlierContact[],
): Promise<FlaggedPeople> {
  const groups = new Map<number | string, { entry: ContactedBy; lastIndex: number }>()
  const indexes: number[] = []
  let checkedPeople = 0
  for (const [index, sources] of people) {
    checkedPeople += 1
    if (checkedPeople % rowsPerSlice === 0) await yieldToEventLoop()
    const selected = select(sources)
    if (selected.length === 0) continue
    indexes.push(index)
    for (const { group: key, description } of selected) {
      const group = groups.get(key) ?? { entry: { ...description, people: 0 }, lastIndex: -1 }
      groups.set(key, group)
      group.entry.at = Math.max(group.entry.at, description.at)
      // Count a person only once, even if the same group called them twice.
      if (group.lastIndex !== index) group.entry.people += 1
      group.lastIndex = index
    }
  }
  const by = [...groups.values()].map(({ entry }) => entry).toSorted((a, b) => b.people - a.people || b.at - a.at)
  return { indexes: indexes.toSorted((a, b) => a - b), by: by.slice(0, maxListedGroups) }
}

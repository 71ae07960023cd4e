/** Earlier starts and calls to the people of a list, and the people whom a rule names because of them. */
import { setImmediate as letOthersRun } from 'node:timers/promises'
import type { ContactedBy, ContactState } from '#contract/index.ts'
import { sliceRows } from './slices.ts'
import type { Contact } from './states.ts'

/** A start or a call that concerns people in the list. */
export interface Source {
  description: Omit<ContactedBy, 'people'>
  /** Sources of one group are reported as one, for example all single calls of an operator. */
  group: number | string
  batchId: string | null
  /** null: its people are not named because of it. */
  state: ContactState | null
  /** null: it does not count for the contact limits. */
  contact: Contact | null
}

export interface ContactLookup {
  /** ID of the latest source at the time of the lookup; later ones have higher IDs. */
  upTo: number
  sources: readonly Source[]
  /** Sources by the person's position in the list, from 0. Only people with sources are in it. */
  people: ReadonlyMap<number, readonly Source[]>
}
export const noContact: ContactLookup = { upTo: 0, sources: [], people: new Map() }

/** People of a list whom a rule names. */
export interface Found {
  /** Their positions in the list, from 0. */
  places: number[]
  /** The starts and calls that concern them, those with the most people first. */
  by: ContactedBy[]
}

/** Sources that are listed by name. */
const maxListed = 50

/** @param select returns the sources because of which a person is named; none: the person is not named */
export async function findNamed(
  { people }: ContactLookup,
  select: (sources: readonly Source[]) => readonly Source[],
): Promise<Found> {
  const groups = new Map<number | string, { said: ContactedBy; last: number }>()
  const places: number[] = []
  let checked = 0
  for (const [place, sources] of people) {
    checked += 1
    if (checked % sliceRows === 0) await letOthersRun()
    const picked = select(sources)
    if (picked.length === 0) continue
    places.push(place)
    for (const { group: name, description: said } of picked) {
      const group = groups.get(name) ?? { said: { ...said, people: 0 }, last: -1 }
      groups.set(name, group)
      group.said.at = Math.max(group.said.at, said.at)
      // Count a person once whom the same group called twice.
      if (group.last !== place) group.said.people += 1
      group.last = place
    }
  }
  const by = [...groups.values()]
    .map(({ said }) => said)
    .toSorted((one, other) => other.people - one.people || other.at - one.at)
  return { places: places.toSorted((a, b) => a - b), by: by.slice(0, maxListed) }
}

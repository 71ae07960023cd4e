/** Earlier starts and calls to the people of a list, and the people that a rule names because of them. */
import { setImmediate as letOthersRun } from 'node:timers/promises'
import type { ContactedBy, ContactState } from '#contract/index.ts'
import { sliceRows } from './slices.ts'
import type { Contact } from './states.ts'

/** A start or a call, of people in the list. */
export interface Source {
  description: Omit<ContactedBy, 'people'>
  /** Sources of one group are told as one: single calls of an operator are one thing, whoever was called. */
  group: number | string
  batchId: string | null
  /** null: its people need not be named for it. */
  state: ContactState | null
  /** null: it does not count for the contact limits. */
  contact: Contact | null
}

export interface ContactLookup {
  /** The last source that was looked at; later ones have a higher id. */
  upTo: number
  sources: readonly Source[]
  /** The sources of each person that has any, by their places in the list, from 0. */
  people: ReadonlyMap<number, readonly Source[]>
}
export const noContact: ContactLookup = { upTo: 0, sources: [], people: new Map() }

/** People of a list whom a rule names. */
export interface Found {
  /** Their places in the list, from 0. */
  places: number[]
  /** What called them, the most people first. */
  by: ContactedBy[]
}

/** Sources that are listed by name. */
const maxListed = 50

/** @param select those of a person's sources that they are named for; none: they are not named */
export async function findNamed(
  { people }: ContactLookup,
  select: (sources: readonly Source[]) => readonly Source[],
): Promise<Found> {
  const groups = new Map<number | string, { said: ContactedBy; last: number }>()
  const places: number[] = []
  let looked = 0
  for (const [place, sources] of people) {
    looked += 1
    if (looked % sliceRows === 0) await letOthersRun()
    const picked = select(sources)
    if (picked.length === 0) continue
    places.push(place)
    for (const { group: name, description: said } of picked) {
      const group = groups.get(name) ?? { said: { ...said, people: 0 }, last: -1 }
      groups.set(name, group)
      group.said.at = Math.max(group.said.at, said.at)
      // A person whom somebody called twice is one person.
      if (group.last !== place) group.said.people += 1
      group.last = place
    }
  }
  const by = [...groups.values()]
    .map(({ said }) => said)
    .toSorted((one, other) => other.people - one.people || other.at - one.at)
  return { places: places.toSorted((a, b) => a - b), by: by.slice(0, maxListed) }
}

/** Which optional endpoints (interface 7) the service has. Checked once a day by reading their lists; 404, 405 or 501 means that it has none. */
import { type Capability, pageLimit } from '#contract/index.ts'
import { createSource, dependsOn, dependsOnTime } from '#server/database/dependencies.ts'
import { type Clock, steadyOf } from '../shared/clock.ts'
import type { Requester } from '../shared/requester.ts'
import { type Store, saveSetting } from '../store/store.ts'
import type { Snapshot, Snapshots } from './cached-reads.ts'
import type { Read } from './read.ts'
import { capabilityLists } from './read-rules.ts'

interface CapabilityRecord {
  has: boolean
  at: number
}

const day = 24 * 3_600_000
const setting = 'extensions'
const families = Object.keys(capabilityLists) as Capability[]
/** Of messaging agents and message flows as many as one answer holds: it is also where their names come from. */
const listQueries: Record<Capability, Read['query']> = {
  conversations: {},
  'active-calls': {},
  'messaging-agents': { page: 1, limit: pageLimit.most },
  'message-flows': { page: 1, limit: pageLimit.most },
  history: { page: 1, limit: 20 },
}
/** The read that shows whether the service has a family. */
export const listRead = (family: Capability, workspace: string): Read => ({
  name: capabilityLists[family],
  params: {},
  query: listQueries[family],
  workspace,
})

/** Loads what is known of the service's optional endpoints. */
export async function openCapabilities(parts: { store: Store; snapshots: Snapshots; clock: Clock }) {
  const { store, snapshots, clock } = parts
  const row = await store.selectFrom('settings').select('value').where('name', '=', setting).executeTakeFirst()
  const knowledge: Partial<Record<Capability, CapabilityRecord>> =
    row === undefined ? {} : (JSON.parse(row.value) as Partial<Record<Capability, CapabilityRecord>>)

  const learned = createSource()

  /** Learns from every answer of a family's list. @param isOurs false: another gateway read it, and has recorded what it says */
  async function observe(read: Read, snapshot: Snapshot, isOurs = true): Promise<void> {
    const family = families.find((one) => capabilityLists[one] === read.name)
    if (!family) return
    const before = knowledge[family]
    const has = snapshot.refusal?.status !== 404
    knowledge[family] = { has, at: clock.now() }
    if (before?.has !== has) learned.changed()
    if (!isOurs || (before?.has === has && clock.now() - before.at < day / 2)) return
    await saveSetting(store, setting, JSON.stringify(knowledge))
  }

  /** false only when the service said so lately. */
  function mayHave(family: Capability): boolean {
    return lately(family)?.has ?? true
  }

  /** false until the service has said that it has the family. */
  function isKnown(family: Capability): boolean {
    return lately(family)?.has ?? false
  }

  /** What the session tells the dashboard. */
  function summary(): Record<string, boolean> {
    dependsOn(learned)
    return Object.fromEntries(
      families.flatMap((family) => (knowledge[family] ? [[family, knowledge[family].has]] : [])),
    )
  }

  /**
   * Whether the service has the family; asks if that is not known.
   *
   * @throws Refusal when it cannot be asked now
   */
  async function has(family: Capability, workspace: string, who: Requester): Promise<boolean> {
    if (!lately(family)) await snapshots.get(listRead(family, workspace), who)
    return mayHave(family)
  }

  /** Somebody is here: asks about one family that is not known, if the budget has nothing better to do. */
  async function discover(workspace: string): Promise<void> {
    const family = families.find((one) => !lately(one))
    if (!family) return
    await snapshots.refresh(listRead(family, workspace), 'watching', { operator: '', page: 'connection' }, 0)
  }

  /** Asks about every family now. @throws Refusal when one cannot be asked */
  async function discoverAll(workspace: string, who: Requester): Promise<void> {
    for (const family of families) await snapshots.readFresh(listRead(family, workspace), 'reads', who)
  }

  function lately(family: Capability): CapabilityRecord | undefined {
    dependsOn(learned)
    const known = knowledge[family]
    if (!known || clock.now() - known.at >= day) return undefined
    dependsOnTime(steadyOf(clock, known.at + day))
    return known
  }

  return {
    observe,
    mayHave,
    isKnown,
    summary,
    has,
    discover,
    discoverAll,
  }
}

export type Capabilities = Awaited<ReturnType<typeof openCapabilities>>

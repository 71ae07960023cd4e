/** Which optional endpoints (interface 7) the service has. Checked once a day by reading their lists; 404, 405 or 501 means that it has none. */
import { type Capability, pageLimit } from '#contract/index.ts'
import { addDependency, addExpiry, createSource } from '#server/database/dependencies.ts'
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
/** The largest page for messaging agents and message flows, since their names come from these reads too. */
const listQueries: Record<Capability, Read['query']> = {
  conversations: {},
  'active-calls': {},
  'messaging-agents': { page: 1, limit: pageLimit.most },
  'message-flows': { page: 1, limit: pageLimit.most },
  history: { page: 1, limit: 20 },
}
/** The read that shows whether the service has a capability. */
export const listRead = (family: Capability, workspace: string): Read => ({
  name: capabilityLists[family],
  params: {},
  query: listQueries[family],
  workspace,
})

/** Loads the stored results of earlier checks. */
export async function openCapabilities(deps: { store: Store; snapshots: Snapshots; clock: Clock }) {
  const { store, snapshots, clock } = deps
  const row = await store.selectFrom('settings').select('value').where('name', '=', setting).executeTakeFirst()
  const knowledge: Partial<Record<Capability, CapabilityRecord>> =
    row === undefined ? {} : (JSON.parse(row.value) as Partial<Record<Capability, CapabilityRecord>>)

  const changes = createSource()

  /** Records the result of every list read. @param isOurs false: another gateway read it, and stores the result */
  async function observe(read: Read, snapshot: Snapshot, isOurs = true): Promise<void> {
    const family = families.find((one) => capabilityLists[one] === read.name)
    if (!family) return
    const before = knowledge[family]
    const has = snapshot.refusal?.status !== 404
    knowledge[family] = { has, at: clock.now() }
    if (before?.has !== has) changes.markChanged()
    if (!isOurs || (before?.has === has && clock.now() - before.at < day / 2)) return
    await saveSetting(store, setting, JSON.stringify(knowledge))
  }

  /** False only if a check in the last day found that the service lacks it. */
  function mayHave(family: Capability): boolean {
    return recentCheck(family)?.has ?? true
  }

  /** True only if a check in the last day found it. */
  function isKnown(family: Capability): boolean {
    return recentCheck(family)?.has ?? false
  }

  /** The results for the session's answer to the dashboard. */
  function summary(): Record<string, boolean> {
    addDependency(changes)
    return Object.fromEntries(
      families.flatMap((family) => (knowledge[family] ? [[family, knowledge[family].has]] : [])),
    )
  }

  /**
   * Whether the service has the capability. Checks if that is unknown.
   *
   * @throws Refusal when the service cannot be asked now
   */
  async function has(family: Capability, workspace: string, who: Requester): Promise<boolean> {
    if (!recentCheck(family)) await snapshots.get(listRead(family, workspace), who)
    return mayHave(family)
  }

  /** Checks one unknown capability, in the lowest lane. Called while an operator is active. */
  async function discover(workspace: string): Promise<void> {
    const family = families.find((one) => !recentCheck(one))
    if (!family) return
    await snapshots.refresh(listRead(family, workspace), 'watching', { operator: '', page: 'connection' }, 0)
  }

  /** Checks every capability now. @throws Refusal when one cannot be checked */
  async function discoverAll(workspace: string, who: Requester): Promise<void> {
    for (const family of families) await snapshots.readFresh(listRead(family, workspace), 'reads', who)
  }

  function recentCheck(family: Capability): CapabilityRecord | undefined {
    addDependency(changes)
    const known = knowledge[family]
    if (!known || clock.now() - known.at >= day) return undefined
    addExpiry(steadyOf(clock, known.at + day))
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

/** Which optional endpoints (interface 7) the service has. Their lists are read once a day; 404, 405 or 501 means that it has none. */
import { type Capability, pageLimit } from '#contract/index.ts'
import { addDependency, addExpiry, createSource } from '#server/database/dependencies.ts'
import { type Clock, dayMs, steadyOf } from '../shared/clock.ts'
import type { Requester } from '../shared/requester.ts'
import { saveSetting } from '../store/settings.ts'
import type { Store } from '../store/store.ts'
import { isDoubtful, isMissing } from './absence.ts'
import type { Snapshot, Snapshots } from './cached-reads.ts'
import type { Read } from './read.ts'
import { capabilityLists } from './read-rules.ts'

interface CapabilityRecord {
  has: boolean
  at: number
  /** Only one reading found that the service lacks it. */
  isDoubtful?: boolean
}

/** After this, what only one reading found is checked again. */
const doubtMs = 60_000
const settingName = 'extensions'
const allCapabilities = Object.keys(capabilityLists) as Capability[]
/** The largest page for messaging agents and message flows, since their names come from these reads too. */
const listQueries: Record<Capability, Read['query']> = {
  conversations: {},
  'active-calls': {},
  'messaging-agents': { page: 1, limit: pageLimit.most },
  'message-flows': { page: 1, limit: pageLimit.most },
  history: { page: 1, limit: 20 },
}
/** The read that shows whether the service has a capability. */
export const listRead = (capability: Capability, workspace: string): Read => ({
  name: capabilityLists[capability],
  params: {},
  query: listQueries[capability],
  workspace,
})

/** Loads the stored results of earlier checks. */
export async function openCapabilities(deps: { store: Store; snapshots: Snapshots; clock: Clock }) {
  const { store, snapshots, clock } = deps
  const row = await store.selectFrom('settings').select('value').where('name', '=', settingName).executeTakeFirst()
  const records: Partial<Record<Capability, CapabilityRecord>> =
    row === undefined ? {} : (JSON.parse(row.value) as Partial<Record<Capability, CapabilityRecord>>)

  const changes = createSource()

  /** Records the result of every list read. @param isOurs false: another gateway read it, and stores the result */
  async function observe(read: Read, snapshot: Snapshot, isOurs = true): Promise<void> {
    const capability = allCapabilities.find((candidate) => capabilityLists[candidate] === read.name)
    if (!capability) return
    const previous = records[capability]
    const has = !isMissing(snapshot)
    // What the service had does not go with one odd answer.
    if (previous?.has && isDoubtful(snapshot)) return
    records[capability] = { has, at: clock.now(), ...(isDoubtful(snapshot) && { isDoubtful: true }) }
    if (previous?.has !== has || previous.isDoubtful) changes.markChanged()
    const isStored = previous?.has === has && !previous.isDoubtful && clock.now() - previous.at < dayMs / 2
    if (!isOurs || isStored) return
    await saveSetting(store, settingName, JSON.stringify(records))
  }

  /** False only if a check in the last day found that the service lacks the capability. */
  function mayHave(capability: Capability): boolean {
    return recentCheck(capability)?.has ?? true
  }

  /** True only if a check in the last day found that the service has the capability. */
  function isConfirmed(capability: Capability): boolean {
    return recentCheck(capability)?.has ?? false
  }

  /** The results for the session's answer to the dashboard. */
  function summary(): Record<string, boolean> {
    addDependency(changes)
    return Object.fromEntries(
      allCapabilities.flatMap((family) => (records[family] ? [[family, records[family].has]] : [])),
    )
  }

  /**
   * Whether the service has the capability. Checks if that is unknown.
   *
   * @throws Refusal when the service cannot be read now
   */
  async function has(capability: Capability, workspace: string, requester: Requester): Promise<boolean> {
    if (!recentCheck(capability)) await snapshots.get(listRead(capability, workspace), requester)
    return mayHave(capability)
  }

  /** Checks one unknown capability, in the lane `watching`. Called while an operator is active. */
  async function discover(workspace: string): Promise<void> {
    const capability = allCapabilities.find((candidate) => !recentCheck(candidate))
    if (!capability) return
    await snapshots.refresh(listRead(capability, workspace), 'watching', { operator: '', page: 'connection' }, 0)
  }

  /** Checks every capability now. @throws Refusal when one cannot be checked */
  async function discoverAll(workspace: string, requester: Requester): Promise<void> {
    for (const family of allCapabilities) await snapshots.readFresh(listRead(family, workspace), 'reads', requester)
  }

  function recentCheck(capability: Capability): CapabilityRecord | undefined {
    addDependency(changes)
    const record = records[capability]
    if (!record) return undefined
    const ttlMs = record.isDoubtful ? doubtMs : dayMs
    if (clock.now() - record.at >= ttlMs) return undefined
    addExpiry(steadyOf(clock, record.at + ttlMs))
    return record
  }

  return {
    observe,
    mayHave,
    isKnown: isConfirmed,
    summary,
    has,
    discover,
    discoverAll,
  }
}

export type Capabilities = Awaited<ReturnType<typeof openCapabilities>>

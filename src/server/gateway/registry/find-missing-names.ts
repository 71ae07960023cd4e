/** Reads missing names of agents and flows. Prefers lists, since one read of a list has many names. */
import type { Snapshots } from '../cache/cached-reads.ts'
import { type Capabilities, listRead } from '../cache/capabilities.ts'
import type { Read } from '../cache/read.ts'
import type { Requester } from '../shared/requester.ts'
import type { Registry } from './registry.ts'

/** The reads that contain names, in order of preference: the list of messaging agents or flows, the list of the others, single records. */
const nameReads = {
  agent: {
    capability: 'messaging-agents',
    list: { name: 'agentList', params: {}, query: { page: 1, limit: 100 }, workspace: null },
    single: (agentId: string): Read => ({ name: 'agentShow', params: { agentId }, query: {}, workspace: null }),
  },
  flow: {
    capability: 'message-flows',
    list: { name: 'flowList', params: {}, query: { page: 1, limit: 100 }, workspace: null },
    single: (flowId: string): Read => ({ name: 'flowShow', params: { flowId }, query: {}, workspace: null }),
  },
} as const satisfies Record<string, { capability: string; list: Read; single: (id: string) => Read }>

export type FindNames = ReturnType<typeof createFindNames>

export function createFindNames(deps: { snapshots: Snapshots; registry: Registry; capabilities: Capabilities }) {
  const { snapshots, registry, capabilities } = deps

  /**
   * Reads unknown names in the background, one read at a time and with the lowest priority. The page's next poll gets the names.
   *
   * @param messagingWorkspace the workspace whose messaging agents and flows are included; null: only those of calls
   */
  return (
    kind: keyof typeof nameReads,
    ids: (string | null)[],
    messagingWorkspace: string | null,
    requester: Requester,
  ): void => {
    const { capability, list, single } = nameReads[kind]
    const unnamed = new Set(ids.filter((id) => id !== null && registry.nameOf(kind, id) === null))
    if (unnamed.size === 0) return
    const reads = [
      ...(messagingWorkspace !== null && capabilities.mayHave(capability)
        ? [listRead(capability, messagingWorkspace)]
        : []),
      ...(unnamed.size > 1 ? [list] : []),
      ...[...unnamed].map((id) => single(id ?? '')),
    ]
    const nextRead = reads.find((read) => !snapshots.peek(read))
    if (nextRead) void snapshots.refresh(nextRead, 'watching', requester, 0).catch(() => {})
  }
}

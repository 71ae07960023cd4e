/** Reads missing names of agents and flows. Prefers lists, since one reading has many names. */
import type { Snapshots } from '../cache/cached-reads.ts'
import { type Capabilities, listRead } from '../cache/capabilities.ts'
import type { Read } from '../cache/read.ts'
import type { Requester } from '../shared/requester.ts'
import type { Registry } from './registry.ts'

/** Lists of messaging agents and flows first, then the list of the others, then single records. */
const nameReads = {
  agent: {
    family: 'messaging-agents',
    list: { name: 'agentList', params: {}, query: { page: 1, limit: 100 }, workspace: null },
    one: (agentId: string): Read => ({ name: 'agentShow', params: { agentId }, query: {}, workspace: null }),
  },
  flow: {
    family: 'message-flows',
    list: { name: 'flowList', params: {}, query: { page: 1, limit: 100 }, workspace: null },
    one: (flowId: string): Read => ({ name: 'flowShow', params: { flowId }, query: {}, workspace: null }),
  },
} as const satisfies Record<string, { family: string; list: Read; one: (id: string) => Read }>

export type FindNames = ReturnType<typeof createFindNames>

export function createFindNames(deps: { snapshots: Snapshots; registry: Registry; capabilities: Capabilities }) {
  const { snapshots, registry, capabilities } = deps

  /**
   * Reads unknown names in the background, one reading at a time and with the lowest priority. The next poll has them.
   *
   * @param messagingWorkspace the workspace whose messaging agents and flows are included; null: only those of calls
   */
  return (
    kind: keyof typeof nameReads,
    ids: (string | null)[],
    messagingWorkspace: string | null,
    who: Requester,
  ): void => {
    const { family, list, one } = nameReads[kind]
    const unnamed = new Set(ids.filter((id) => id !== null && registry.nameOf(kind, id) === null))
    if (unnamed.size === 0) return
    const reads = [
      ...(messagingWorkspace !== null && capabilities.mayHave(family) ? [listRead(family, messagingWorkspace)] : []),
      ...(unnamed.size > 1 ? [list] : []),
      ...[...unnamed].map((id) => one(id ?? '')),
    ]
    const nextRead = reads.find((read) => !snapshots.peek(read))
    if (nextRead) void snapshots.refresh(nextRead, 'watching', who, 0).catch(() => {})
  }
}

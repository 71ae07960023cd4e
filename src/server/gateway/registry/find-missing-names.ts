/** Names of agents and flows that are shown beside something else: first where one reading has many. */

import type { Snapshots } from '../cache/cached-reads.ts'
import { type Capabilities, listRead } from '../cache/capabilities.ts'
import type { Read } from '../cache/read.ts'
import type { Requester } from '../shared/requester.ts'
import type { Registry } from './registry.ts'

/** Those of messages are in a list of their own, most of the others in one, the rest one by one. */
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

export function createFindNames(parts: { snapshots: Snapshots; registry: Registry; capabilities: Capabilities }) {
  const { snapshots, registry, capabilities } = parts

  /**
   * Asks for names that nobody has seen yet, one reading at a time and only where the budget has nothing better to do; the next
   * poll has them.
   *
   * @param messages the workspace whose agents and flows of messages are meant too; null: those of calls alone
   */
  return (kind: keyof typeof nameReads, ids: (string | null)[], messages: string | null, who: Requester): void => {
    const { family, list, one } = nameReads[kind]
    const unnamed = new Set(ids.filter((id) => id !== null && registry.nameOf(kind, id) === null))
    if (unnamed.size === 0) return
    const reads = [
      ...(messages !== null && capabilities.mayHave(family) ? [listRead(family, messages)] : []),
      ...(unnamed.size > 1 ? [list] : []),
      ...[...unnamed].map((id) => one(id ?? '')),
    ]
    const next = reads.find((read) => !snapshots.peek(read))
    if (next) void snapshots.refresh(next, 'watching', who, 0).catch(() => {})
  }
}

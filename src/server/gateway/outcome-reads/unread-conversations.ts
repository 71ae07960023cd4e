/**
 * What is left to read of conversations, which calls and messages leave: the service's list of them, if it has one, else each that an event
 * or a person named and nobody has opened.
 */
import { LRUCache } from 'lru-cache'
import type { Snapshots } from '../cache/cached-reads.ts'
import type { Capabilities } from '../cache/capabilities.ts'
import type { Read } from '../cache/read.ts'
import { type Conversations, conversationListRead, conversationRead } from '../registry/conversations.ts'
import { atMost } from '../shared/at-most.ts'
import type { Clock } from '../shared/clock.ts'
import type { OutcomeWork } from './outcome-reads.ts'

/** The list is read again after this time, if calls have ended since. One answer has all conversations. */
const listIntervalMs = 10 * 60_000
/** What could not be read is tried again after this time. */
const retryMs = 10 * 60_000

export function createUnreadConversations(deps: {
  workspaces: readonly { id: string }[]
  conversations: Pick<Conversations, 'all'>
  snapshots: Pick<Snapshots, 'peek'>
  capabilities: Pick<Capabilities, 'isKnown' | 'mayHave'>
  clock: Clock
}) {
  const { workspaces, conversations, snapshots, capabilities, clock } = deps
  const triedAt = new LRUCache<string, number>(atMost(2_000))
  /** By workspace: whether a call has ended since the list was read. */
  const lacksLatest = new Set(workspaces.map(({ id }) => id))

  function nextList(workspace: string): Read | null {
    const read = conversationListRead(workspace)
    const lastAt = Math.max(snapshots.peek(read)?.readAt ?? -Infinity, triedAt.get(workspace) ?? -Infinity)
    if (!lacksLatest.has(workspace) || clock.steady() - lastAt < listIntervalMs) return null
    triedAt.set(workspace, clock.steady())
    lacksLatest.delete(workspace)
    return read
  }

  function nextSingle(workspace: string): Read | null {
    const now = clock.steady()
    const unread = conversations
      .all(workspace)
      .filter(({ id, conversation }) => conversation === null && now - (triedAt.get(id) ?? -Infinity) >= retryMs)
    const [latest] = unread.toSorted((one, other) => other.readAt - one.readAt)
    if (!latest) return null
    triedAt.set(latest.id, now)
    return conversationRead(latest.id, workspace)
  }

  return {
    work: {
      async next() {
        for (const { id } of workspaces) {
          const read = capabilities.isKnown('conversations')
            ? nextList(id)
            : capabilities.mayHave('conversations')
              ? null
              : nextSingle(id)
          if (read) return read
        }
        return null
      },
      onAnswer: async () => {},
      onFailure: () => {},
      onMore: () => {},
    } satisfies OutcomeWork,

    /** A call has ended: it may have left a conversation. */
    onCallEnded(): void {
      for (const { id } of workspaces) lacksLatest.add(id)
    },
  }
}

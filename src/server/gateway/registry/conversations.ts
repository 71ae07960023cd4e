/**
 * The conversations that the team has seen, and what was last read of each: from the list where the service has one, from single
 * readings, and from our own decisions. The ids are kept; the texts are not.
 */
import type { Conversation, Message } from '#contract/index.ts'
import { createSource, dependsOn } from '#server/database/dependencies.ts'
import type { Snapshot } from '../cache/cached-reads.ts'
import type { Read } from '../cache/read.ts'
import type { Cluster } from '../cluster/cluster.ts'
import { type Clock, momentOf } from '../shared/clock.ts'
import type { Store } from '../store/store.ts'

export interface KnownConversation {
  id: string
  /** What was last read; null: nothing since the start. */
  conversation: Conversation | null
  /** Epoch ms. */
  readAt: number
  /** Whether the service's list has it. */
  listed: boolean
}

/** Ids in one message to other gateways. */
const toldTogether = 40

export const conversationRead = (conversationId: string, workspace: string): Read => ({
  name: 'conversationShow',
  params: { conversationId },
  query: {},
  workspace,
})
export const conversationListRead = (workspace: string): Read => ({
  name: 'conversationList',
  params: {},
  query: {},
  workspace,
})

/** Most that are looked at again after a start: the latest. An older one is as if nobody had opened it yet. */
const mostKnown = 2_000

type Said = Partial<Pick<Message, 'message' | 'status' | 'sent'>>

/** Opens the conversations that were known before; none of them is read yet. */
export async function openConversations(store: Store, clock: Clock, cluster?: Cluster) {
  /** By workspace, then by id. */
  const byWorkspace = new Map<string, Map<string, KnownConversation>>()
  const source = createSource()

  /** All that are known in a workspace. */
  function all(workspace: string): KnownConversation[] {
    dependsOn(source)
    return [...of(workspace).values()]
  }

  function find(workspace: string, id: string): KnownConversation | undefined {
    dependsOn(source)
    return byWorkspace.get(workspace)?.get(id)
  }

  /** From now on these are looked at. */
  async function follow(workspace: string, ids: readonly string[]): Promise<void> {
    await keep(workspace, add(workspace, ids))
  }

  /** @returns those that are new */
  function add(workspace: string, ids: readonly string[]): string[] {
    const known = of(workspace)
    const now = clock.steady()
    const fresh = [...new Set(ids)].filter((id) => id !== '' && !known.has(id))
    for (const id of fresh) known.set(id, { id, conversation: null, readAt: now, listed: false })
    if (fresh.length > 0) source.changed()
    return fresh
  }

  /** Learns from an answer of the service. @param isOurs false: another gateway read it, and has recorded what it says */
  async function observe(read: Read, snapshot: Snapshot, isOurs = true): Promise<void> {
    const { workspace } = read
    if (workspace === null) return
    if (read.name === 'conversationShow') {
      const { conversationId = '' } = read.params
      if (snapshot.refusal?.status === 404)
        return isOurs ? forget(workspace, conversationId) : drop(workspace, conversationId)
      if (!snapshot.refusal) await see(workspace, [snapshot.data as Conversation], snapshot.readAt, false, isOurs)
    }
    if (read.name === 'conversationList' && !snapshot.refusal)
      await see(workspace, snapshot.data as Conversation[], snapshot.readAt, true, isOurs)
  }

  /** The service's own word on one message after a decision. */
  function learn(workspace: string, id: string, messageId: string, said: Said): void {
    lay(workspace, id, messageId, said)
    const { message: _, ...state } = said
    cluster?.publish('messageDecided', { workspace, id, messageId, said: state })
  }

  function lay(workspace: string, id: string, messageId: string, said: Said): void {
    const known = find(workspace, id)
    if (!known?.conversation) return
    const messages = known.conversation.messages.map((message) =>
      message._id === messageId ? { ...message, ...said } : message,
    )
    const conversation = { ...known.conversation, messages }
    of(workspace).set(id, { ...known, conversation, readAt: clock.steady() })
    source.changed()
  }

  async function see(
    workspace: string,
    conversations: Conversation[],
    readAt: number,
    asList: boolean,
    isOurs: boolean,
  ): Promise<void> {
    const known = of(workspace)
    const fresh: string[] = []
    if (asList) for (const [id, one] of known) known.set(id, { ...one, listed: false })
    for (const conversation of conversations) {
      const { _id: id } = conversation
      if (id === '') continue
      const before = known.get(id)
      if (!before) fresh.push(id)
      const newer = !before?.conversation || before.readAt <= readAt
      known.set(id, {
        ...(newer ? { id, conversation, readAt } : before),
        listed: asList || (before?.listed ?? false),
      })
    }
    source.changed()
    if (isOurs) await keep(workspace, fresh)
  }

  async function keep(workspace: string, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    const seen_at = clock.now()
    await store.transaction().execute(async (store) => {
      for (const conversation_id of ids)
        await store
          .insertInto('known_conversations')
          .values({ workspace, conversation_id, seen_at })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
    })
    for (let at = 0; at < ids.length; at += toldTogether)
      cluster?.publish('conversationsSeen', { workspace, ids: ids.slice(at, at + toldTogether) })
  }

  function drop(workspace: string, id: string): void {
    of(workspace).delete(id)
    source.changed()
  }

  async function forget(workspace: string, id: string): Promise<void> {
    if (!of(workspace).delete(id)) return
    source.changed()
    await store
      .deleteFrom('known_conversations')
      .where('workspace', '=', workspace)
      .where('conversation_id', '=', id)
      .execute()
    cluster?.publish('conversationGone', { workspace, id })
  }

  function of(workspace: string): Map<string, KnownConversation> {
    const known = byWorkspace.get(workspace) ?? new Map<string, KnownConversation>()
    byWorkspace.set(workspace, known)
    return known
  }

  async function load(): Promise<void> {
    const rows = await store
      .selectFrom('known_conversations')
      .selectAll()
      .orderBy('seen_at', 'desc')
      .limit(mostKnown)
      .execute()
    for (const { workspace, conversation_id: id, seen_at } of rows) {
      const known = of(workspace)
      if (!known.has(id)) known.set(id, { id, conversation: null, readAt: momentOf(clock, seen_at), listed: false })
    }
    source.changed()
  }

  await load()
  cluster?.subscribe('conversationsSeen', ({ workspace, ids }) => void add(workspace, ids))
  cluster?.subscribe('conversationGone', ({ workspace, id }) => drop(workspace, id))
  cluster?.subscribe('messageDecided', ({ workspace, id, messageId, said }) => lay(workspace, id, messageId, said))
  cluster?.onResync(() => void load().catch(() => {}))

  return {
    all,
    find,
    follow,
    observe,
    learn,
  }
}

export type Conversations = Awaited<ReturnType<typeof openConversations>>

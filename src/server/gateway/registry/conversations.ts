/**
 * The known conversations and their latest content: from the service's list if it has one, from single reads, and from decisions made in
 * Switchboard. Only the ids are stored, never the texts.
 */
import type { Conversation, Message } from '#contract/index.ts'
import { addDependency, createSource } from '#server/database/dependencies.ts'
import { isGone } from '../cache/absence.ts'
import type { Snapshot } from '../cache/cached-reads.ts'
import type { Read } from '../cache/read.ts'
import type { Cluster } from '../cluster/cluster.ts'
import { type Clock, momentOf } from '../shared/clock.ts'
import type { Store } from '../store/store.ts'

export interface KnownConversation {
  id: string
  /** The latest known content; null when it has not been read since the start. */
  conversation: Conversation | null
  /** By the steady clock, ms. */
  readAt: number
  /** Whether the service's list contains it. */
  isListed: boolean
}

/** The most ids in one message to other gateways. */
const maxIdsPerMessage = 40

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

/** The latest conversations that are loaded at a start. Of older ones only the number is known until somebody opens them. */
const maxLoadedConversations = 2_000

type MessageChange = Partial<Pick<Message, 'message' | 'status' | 'sent'>>

/** Loads the stored conversation ids. None of them is read yet. */
export async function openConversations(store: Store, clock: Clock, cluster?: Cluster) {
  /** By workspace, then by id. */
  const byWorkspace = new Map<string, Map<string, KnownConversation>>()
  const olderByWorkspace = new Map<string, number>()
  const source = createSource()

  /** All known conversations of a workspace. */
  function all(workspace: string): KnownConversation[] {
    addDependency(source)
    return [...conversationsOf(workspace).values()]
  }

  /** The number of conversations that were stored but not loaded, because there are too many. */
  function countOlder(workspace: string): number {
    addDependency(source)
    return olderByWorkspace.get(workspace) ?? 0
  }

  /** The number of conversations whose content is unknown: their drafts and messages are missing in what others compute. */
  const countUnread = (workspace: string): number =>
    all(workspace).filter(({ conversation }) => conversation === null).length + countOlder(workspace)

  function find(workspace: string, id: string): KnownConversation | undefined {
    addDependency(source)
    return byWorkspace.get(workspace)?.get(id)
  }

  /** Adds conversations, so that they are polled from now on. */
  async function track(workspace: string, ids: readonly string[]): Promise<void> {
    await saveIds(workspace, add(workspace, ids))
  }

  /** @returns the ids that are new */
  function add(workspace: string, ids: readonly string[]): string[] {
    const byId = conversationsOf(workspace)
    const now = clock.steady()
    const newIds = [...new Set(ids)].filter((id) => id !== '' && !byId.has(id))
    for (const id of newIds) byId.set(id, { id, conversation: null, readAt: now, isListed: false })
    if (newIds.length > 0) source.markChanged()
    return newIds
  }

  /** Updates the conversations from an answer of the service. @param isOurs false: another gateway read it and has stored the result */
  async function observe(read: Read, snapshot: Snapshot, isOurs = true): Promise<void> {
    const { workspace } = read
    if (workspace === null) return
    if (read.name === 'conversationShow') {
      const { conversationId = '' } = read.params
      if (isGone(snapshot)) return isOurs ? deleteStored(workspace, conversationId) : forget(workspace, conversationId)
      if (!snapshot.refusal)
        await addConversations(workspace, [snapshot.data as Conversation], snapshot.readAt, false, isOurs)
    }
    if (read.name === 'conversationList' && !snapshot.refusal) {
      const isWholeList = read.query.page === undefined && read.query.limit === undefined
      await addConversations(workspace, snapshot.data as Conversation[], snapshot.readAt, isWholeList, isOurs)
    }
  }

  /** Changes a message as the service answered a decision about it. */
  function applyDecision(workspace: string, id: string, messageId: string, change: MessageChange): void {
    changeMessage(workspace, id, messageId, change)
    const { message: _, ...state } = change
    cluster?.publish('messageDecided', { workspace, id, messageId, said: state })
  }

  function changeMessage(workspace: string, id: string, messageId: string, change: MessageChange): void {
    const known = find(workspace, id)
    if (!known?.conversation) return
    const messages = known.conversation.messages.map((message) =>
      message._id === messageId ? { ...message, ...change } : message,
    )
    const conversation = { ...known.conversation, messages }
    conversationsOf(workspace).set(id, { ...known, conversation, readAt: clock.steady() })
    source.markChanged()
  }

  async function addConversations(
    workspace: string,
    conversations: Conversation[],
    readAt: number,
    /** One page of the list does not say what the rest of it contains, so it changes nothing about what is listed. */
    isWholeList: boolean,
    isOurs: boolean,
  ): Promise<void> {
    const byId = conversationsOf(workspace)
    const newIds: string[] = []
    if (isWholeList) for (const [id, conversation] of byId) byId.set(id, { ...conversation, isListed: false })
    for (const conversation of conversations) {
      const { _id: id } = conversation
      if (id === '') continue
      const previous = byId.get(id)
      if (!previous) newIds.push(id)
      const isNewer = !previous?.conversation || previous.readAt <= readAt
      byId.set(id, {
        ...(isNewer ? { id, conversation, readAt } : previous),
        isListed: isWholeList || (previous?.isListed ?? false),
      })
    }
    source.markChanged()
    if (isOurs) await saveIds(workspace, newIds)
  }

  async function saveIds(workspace: string, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    const seen_at = clock.now()
    let newRows = 0n
    await store.transaction().execute(async (store) => {
      for (const conversation_id of ids) {
        const { numInsertedOrUpdatedRows = 0n } = await store
          .insertInto('known_conversations')
          .values({ workspace, conversation_id, seen_at })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirstOrThrow()
        newRows += numInsertedOrUpdatedRows
      }
    })
    // The others were stored before: they are among the older ones.
    olderByWorkspace.set(workspace, Math.max(0, countOlder(workspace) - (ids.length - Number(newRows))))
    for (let index = 0; index < ids.length; index += maxIdsPerMessage)
      cluster?.publish('conversationsSeen', { workspace, ids: ids.slice(index, index + maxIdsPerMessage) })
  }

  function forget(workspace: string, id: string): void {
    conversationsOf(workspace).delete(id)
    source.markChanged()
  }

  async function deleteStored(workspace: string, id: string): Promise<void> {
    if (!conversationsOf(workspace).delete(id)) return
    source.markChanged()
    await store
      .deleteFrom('known_conversations')
      .where('workspace', '=', workspace)
      .where('conversation_id', '=', id)
      .execute()
    cluster?.publish('conversationGone', { workspace, id })
  }

  function conversationsOf(workspace: string): Map<string, KnownConversation> {
    const conversations = byWorkspace.get(workspace) ?? new Map<string, KnownConversation>()
    byWorkspace.set(workspace, conversations)
    return conversations
  }

  async function load(): Promise<void> {
    const rows = await store
      .selectFrom('known_conversations')
      .selectAll()
      .orderBy('seen_at', 'desc')
      .limit(maxLoadedConversations)
      .execute()
    for (const { workspace, conversation_id: id, seen_at } of rows) {
      const byId = conversationsOf(workspace)
      if (!byId.has(id)) byId.set(id, { id, conversation: null, readAt: momentOf(clock, seen_at), isListed: false })
    }
    olderByWorkspace.clear()
    if (rows.length === maxLoadedConversations) {
      const stored = await store
        .selectFrom('known_conversations')
        .select((row) => ['workspace', row.fn.countAll().as('count')])
        .groupBy('workspace')
        .execute()
      for (const { workspace, count } of stored)
        olderByWorkspace.set(workspace, Math.max(0, Number(count) - conversationsOf(workspace).size))
    }
    source.markChanged()
  }

  await load()
  cluster?.subscribe('conversationsSeen', ({ workspace, ids }) => void add(workspace, ids))
  cluster?.subscribe('conversationGone', ({ workspace, id }) => forget(workspace, id))
  cluster?.subscribe('messageDecided', ({ workspace, id, messageId, said }) =>
    changeMessage(workspace, id, messageId, said),
  )
  cluster?.onResync(() => void load().catch(() => {}))

  return {
    all,
    countOlder,
    countUnread,
    find,
    track,
    observe,
    applyDecision,
  }
}

export type Conversations = Awaited<ReturnType<typeof openConversations>>

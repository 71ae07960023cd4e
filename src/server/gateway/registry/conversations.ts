/**
 * The conversations that the team has seen, and what was last read of each: from the list where the service has one, from single
 * readings, and from our own decisions. The ids are kept; the texts are not.
 */
import type { Conversation, Message } from '#contract/index.ts'
import type { Read } from '../cache/read.ts'
import type { Snapshot } from '../cache/snapshots.ts'
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

export class Conversations {
  /** By workspace, then by id. */
  #known = new Map<string, Map<string, KnownConversation>>()
  readonly #store: Store
  readonly #clock: Clock

  private constructor(store: Store, clock: Clock) {
    this.#store = store
    this.#clock = clock
  }

  static async open(store: Store, clock: Clock): Promise<Conversations> {
    const conversations = new Conversations(store, clock)
    const rows = await store.selectFrom('known_conversations').selectAll().execute()
    for (const { workspace, conversation_id, seen_at } of rows)
      conversations.#of(workspace).set(conversation_id, {
        id: conversation_id,
        conversation: null,
        readAt: momentOf(clock, seen_at),
        listed: false,
      })
    return conversations
  }

  /** All that are known in a workspace. */
  all(workspace: string): KnownConversation[] {
    return [...this.#of(workspace).values()]
  }

  find(workspace: string, id: string): KnownConversation | undefined {
    return this.#known.get(workspace)?.get(id)
  }

  /** From now on these are looked at. */
  async follow(workspace: string, ids: readonly string[]): Promise<void> {
    const known = this.#of(workspace)
    const now = this.#clock.steady()
    const fresh = [...new Set(ids)].filter((id) => id !== '' && !known.has(id))
    if (fresh.length === 0) return
    for (const id of fresh) known.set(id, { id, conversation: null, readAt: now, listed: false })
    await this.#keep(workspace, fresh)
  }

  /** Learns from an answer of the service. */
  async observe(read: Read, snapshot: Snapshot): Promise<void> {
    const { workspace } = read
    if (workspace === null) return
    if (read.name === 'conversationShow') {
      const { conversationId = '' } = read.params
      if (snapshot.refusal?.status === 404) return this.#forget(workspace, conversationId)
      if (!snapshot.refusal) await this.#see(workspace, [snapshot.data as Conversation], snapshot.readAt, false)
    }
    if (read.name === 'conversationList' && !snapshot.refusal)
      await this.#see(workspace, snapshot.data as Conversation[], snapshot.readAt, true)
  }

  /** The service's own word on one message after a decision. */
  learn(workspace: string, id: string, messageId: string, said: Partial<Message>): void {
    const known = this.find(workspace, id)
    if (!known?.conversation) return
    const messages = known.conversation.messages.map((message) =>
      message._id === messageId ? { ...message, ...said } : message,
    )
    const conversation = { ...known.conversation, messages }
    this.#of(workspace).set(id, { ...known, conversation, readAt: this.#clock.steady() })
  }

  async #see(workspace: string, conversations: Conversation[], readAt: number, asList: boolean): Promise<void> {
    const known = this.#of(workspace)
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
    await this.#keep(workspace, fresh)
  }

  async #keep(workspace: string, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    const seen_at = this.#clock.now()
    await this.#store.transaction().execute(async (store) => {
      for (const conversation_id of ids)
        await store
          .insertInto('known_conversations')
          .values({ workspace, conversation_id, seen_at })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
    })
  }

  async #forget(workspace: string, id: string): Promise<void> {
    if (!this.#of(workspace).delete(id)) return
    await this.#store
      .deleteFrom('known_conversations')
      .where('workspace', '=', workspace)
      .where('conversation_id', '=', id)
      .execute()
  }

  #of(workspace: string): Map<string, KnownConversation> {
    const known = this.#known.get(workspace) ?? new Map<string, KnownConversation>()
    this.#known.set(workspace, known)
    return known
  }
}

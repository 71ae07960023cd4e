/** Tables: what the team has seen. */
import type { Generated } from 'kysely'

export interface RegistryTables {
  /** The batches that the team has started or opened, or that an event named. */
  known_batches: {
    batch_id: string
    /** Shared by a batch and the batches for its remaining people: the first start's effect ID; the batch ID if it was started elsewhere. */
    launch_id: string
    /** When the newest batch of the launch was started or seen. Triggers maintain it. */
    launch_at: Generated<number>
    name: string
    /** Name and ID, folded for search. */
    words: string
    agent_id: string | null
    started_by: string | null
    started_at: number | null
    effect_id: string | null
    /** When the team first saw it. */
    seen_at: number
    progress: string | null
    progress_at: number | null
    complete: number
    /** 1: only an event named the batch; nobody has started or opened it in Switchboard. */
    heard: Generated<number>
  }
  /** Conversations that the team has seen. They are polled for drafts. */
  known_conversations: { workspace: string; conversation_id: string; seen_at: number }
  /** Embedded database only: numbers the rows of the full-text index. Triggers on `seen`, `known_batches` and `kept_calls` maintain it. */
  search_entries: { number: number; kind: string; id: string }
  /** The search index: agents, flows, calls and conversations that the team has seen. */
  seen: { kind: string; id: string; title: string; note: string; digits: string; words: string; at: number }
}

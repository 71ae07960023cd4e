/** Tables: calls that the team placed or saw. */

export interface CallTables {
  /** Calls that the team placed. Without a `call_id`, the outcome is not yet known. */
  placed_calls: {
    effect_id: string
    /** Keyed hash of the number. */
    number: string
    to_number: string
    agent_id: string
    agent_name: string
    call_id: string | null
    room_name: string | null
    operator: string
    at: number
  }
  /** Calls in events that match a placed call whose outcome is unknown, by agent and number. */
  announced_calls: { effect_id: string; call_id: string; room_name: string; at: number }
  /** What was seen of each call, kept after it ended. Deleted after the workspace's retention time. Times are epoch ms. */
  kept_calls: {
    workspace: string
    room_name: string
    batch_id: string | null
    /** JSON of the call as it was last read, without its transcript. */
    call: string
    /** JSON: the lines of the transcript, each with the time at which it was first seen. */
    lines: string
    /** JSON: the sentiment over time, each with the line before it; null: written by an earlier version, or never read. */
    moods: string | null
    customer: string
    phone: string
    agent: string
    sentiment: string
    /** Seconds. */
    duration: number | null
    line_count: number
    /** Everything that was said, with the names, folded for search. */
    words: string
    first_seen_at: number
    read_at: number
    /** When its end was noticed; null: it was not. */
    ended_at: number | null
    /** completed or failed, if the service told it. */
    end_status: string | null
    /** Why it ended: completed · busy · no_answer · voicemail · failed. */
    outcome: string | null
  }
  /** The team's notes on kept calls. Deleted with their call. */
  call_notes: {
    /** A hash of the Idempotency-Key, so that a note that is submitted twice is stored once. */
    id: string
    workspace: string
    room_name: string
    text: string
    operator_id: string
    operator: string
    /** Epoch ms. */
    at: number
  }
  /** The team's tags on kept calls. Deleted with their call. */
  call_tags: {
    workspace: string
    room_name: string
    /** The tag in lower case: two spellings are the same tag. */
    folded: string
    tag: string
  }
}

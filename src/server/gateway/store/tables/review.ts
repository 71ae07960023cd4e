/** Tables: decisions about drafts. */

export interface ReviewTables {
  /** What a review decision sends, and the answer. Deleted a day after the decision ends. */
  decisions: DecisionTable
  /** Which operator is reviewing which draft. */
  claims: {
    conversation_id: string
    message_id: string
    operator_id: string
    operator: string
    editing: number
    until: number
  }
  /** Approvals by the first of two reviewers. Deleted a week later. */
  first_approvals: {
    workspace: string
    conversation_id: string
    message_id: string
    /** Hash of the draft's text that the reviewer saw. */
    text_hash: string
    /** The text that they approved instead; null: the draft's text. */
    edited_message: string | null
    /** The customer's last message that they saw; '' if there was none. */
    last_inbound: string
    operator_id: string
    operator: string
    /** Epoch ms. */
    at: number
  }
}

export interface DecisionTable {
  effect_id: string
  /** The separate effect of the approval that follows an edit. */
  second_id: string | null
  workspace: string
  conversation_id: string
  message_id: string
  action: string
  edited_message: string | null
  /** Hash of the text that the reviewer saw. */
  text_hash: string
  /** The customer's last message when the reviewer decided; '' if there was none. */
  last_inbound: string
  /** The customer's number or address. */
  sends_to: string | null
  /** Always 1. `open_effects` contains the current state. */
  held: number
  sent: number | null
  /** 1: the service approved the message when its text was saved, so no approval followed; null: it did not. */
  approved_by_edit: number | null
  /** JSON of RefusalData. */
  refusal: string | null
  /** 1: the reviewer has dismissed the outcome. */
  dismissed: number
  /** Why a draft was rejected: one of the workspace's reasons; null: none was given. The ledger's ids have it too. */
  reject_reason: string | null
  /** What the reviewer wrote about it; null: nothing. Deleted with this row, a day after the decision ended. */
  reject_note: string | null
  /** JSON of the flow and the recipient of a new draft, which is requested after the rejection; null: none. Deleted with this row. */
  redraft: string | null
  /** The kinds of serious risks that the reviewer confirmed, with spaces between them; null: none. */
  confirmed_risks: string | null
  /** 1: the agent wrote the new draft, 0: it did not; null: not requested yet. */
  redrafted: number | null
}

/** The statements that create them. */
export const reviewTables = (): string[] => [
  `create table decisions (effect_id text primary key references effects (id), second_id text references effects (id),
    workspace text not null, conversation_id text not null, message_id text not null, action text not null, edited_message text,
    text_hash text not null, last_inbound text not null, sends_to text, held integer not null, sent integer, refusal text,
    dismissed integer not null default 0, reject_reason text, reject_note text, redraft text, redrafted integer,
    approved_by_edit integer, confirmed_risks text)`,
  'create index decisions_message on decisions (message_id)',
  'create index decisions_not_dismissed on decisions (effect_id) where dismissed = 0 and (sent is null or sent = 0 or refusal is not null)',
  'create index decisions_second on decisions (second_id)',
  `create table claims (conversation_id text not null, message_id text not null, operator_id text not null, operator text not null,
    editing integer not null, until bigint not null, primary key (conversation_id, message_id))`,
  `create table first_approvals (workspace text not null, conversation_id text not null, message_id text not null,
    text_hash text not null, edited_message text, last_inbound text not null, operator_id text not null, operator text not null,
    at bigint not null, primary key (workspace, message_id))`,
  'create index first_approvals_at on first_approvals (at)',
]

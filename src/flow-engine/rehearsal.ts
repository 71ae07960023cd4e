/** What happens in a rehearsal of a flow: its moves, what a person does, and what it waits for. */
import type { FlowEdge, FlowNode, FlowRule } from '#contract/index.ts'
import type { Answer, Reason, SimulatedCustomer } from './answers.ts'
import type { Piece } from './variables.ts'
import type { Stop } from './walk.ts'

export interface RehearsalOptions {
  /** 'typed': a person gives the answers. */
  customer: SimulatedCustomer | 'typed'
  /** The values of the flow's variables. */
  values: Readonly<Record<string, string>>
  /** Whether the call is outside the flow's working hours. */
  isOutsideHours: boolean
}

/** What a person does when a rehearsal waits. */
export type Input =
  | { kind: 'answer'; text: string }
  /** The customer answers so that the call takes this connection. */
  | { kind: 'branch'; edgeId: string }
  /** The customer says what the rule at this position is for. */
  | { kind: 'rule'; index: number }
  | { kind: 'asks-for-person' | 'silent' | 'hangs-up' }

/** How the call came to a step, or to what a rule does. */
export type Via = { by: 'connection'; edge: FlowEdge; reason: Reason } | { by: 'rule'; rule: FlowRule; reason: Reason }

/** What happens in a move. An empty list of pieces means that the agent uses its own words. */
export type Event =
  | {
      kind: 'agent'
      occasion: 'greeting' | 'closed' | 'say' | 'ask' | 'message' | 'transfer' | 'goodbye'
      pieces: readonly Piece[]
    }
  | { kind: 'customer'; answer: Answer | { kind: 'speaks-first' } }
  /** A step at which nobody says anything. */
  | { kind: 'pass' }
  /** The flow has only a prompt, which the agent follows in its own words. */
  | { kind: 'prompt'; pieces: readonly Piece[] }
  | { kind: 'text-message'; pieces: readonly Piece[] }
  /** A rule applies, but its step or action does not exist, so the call goes on. */
  | { kind: 'rule-without-effect' }
  /** The customer asks for a person, and the flow has neither a rule nor a branch for that. */
  | { kind: 'nobody-to-transfer-to' }
  | { kind: 'end'; why: End }

/** Why the call ends. */
export type End =
  | { kind: 'end-step' | 'rule' | 'closed' | 'hung-up' | 'end-of-prompt' }
  | { kind: 'transferred'; to: string }
  /** `afterSeconds`: the limit of the flow; null: it has none. */
  | { kind: 'silence'; afterSeconds: number | null }
  /** The conditions of all connections are false. */
  | { kind: 'no-branch' }
  | Stop

export interface Move {
  /** Where the call is; null before its first step, and without steps. */
  step: FlowNode | null
  /** Set in the first move at a step, and in the first of a rule. null at the first step of the call. */
  via: Via | null
  event: Event
}

/** What a rehearsal waits for: an answer, or a branch if the words of the answer do not decide. */
export interface Waiting {
  for: 'answer' | 'branch'
  /** The branches that a person can choose. */
  branches: readonly FlowEdge[]
  /** Rules in words that a person can trigger, with their positions. */
  rules: readonly { rule: FlowRule; index: number }[]
}

export interface Rehearsal {
  moves: readonly Move[]
  /** null: the call has ended. */
  waiting: Waiting | null
}

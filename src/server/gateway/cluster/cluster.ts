/**
 * The gateways of one store. Each start gets a new, higher number. A gateway that was silent for too long is ended by another one, which
 * takes over its work. If the ended gateway still runs, it continues under a new number. An embedded database has one gateway at a time.
 */
import type { WebhookEvent } from '#contract/index.ts'
import type { Store } from '../store/store.ts'

/** The payloads of messages between gateways, by topic: JSON of at most 7 kB. Messages may be lost; then `onResync` calls back. */
export interface Topics {
  /** A sign-in attempt: how many have failed so far, and until when further ones are refused. Count 0: it succeeded. */
  signInTries: { key: string; count: number; until: number }
  /** The owner of this session has confirmed their identity. */
  sessionConfirmed: { sessionId: string }
  /** A sign-in at the identity provider has returned to Switchboard. `state`: the hash that identifies it. */
  providerReturned: { state: string }
  /** These operators are active, by their ids. */
  activeOperators: { people: readonly string[] }
  /** A read has ended: its answer is in `last_read`, or it failed. */
  readOver: { read: string; isRead: boolean }
  /** A command was sent that may have changed cached reads. */
  readsChanged: { command: string; params: Record<string, string> }
  /** Data for a cached read from a command's answer. */
  readLearned: { name: string; params: Record<string, string>; change: object }
  /** The service's health (`SharedHealth`) after an exchange, for gateways that use the API key with this fingerprint. */
  serviceHealth: { fingerprint: string; told: object }
  /** This gateway's row in the table `looks`, its operators' views, has changed. */
  looks: { gateway: number }
  /** An event of the service arrived at this date (epoch ms). */
  serviceEvent: { event: WebhookEvent; ids: Record<string, string>; at: number }
  /** A call began; its row is in the table `seen`. */
  callBegan: { roomName: string; batchId: string | null; workspace: string }
  callEnded: { roomName: string }
  /** The service accepted that an operator ends this call. */
  callEndAccepted: { roomName: string }
  /** An operator has the page of this call open. */
  callViewed: { workspace: string; roomName: string; operatorId: string; operator: string }
  conversationsSeen: { workspace: string; ids: readonly string[] }
  conversationGone: { workspace: string; id: string }
  /** A message as the service answered it after a decision. */
  messageDecided: { workspace: string; id: string; messageId: string; said: { status?: string; sent?: boolean | null } }
  /** A batch's cancel was answered. */
  batchCancelled: { batchId: string }
  /** How this gateway's answers of the service differ from the contract, in parts (`DriftPart`). */
  serviceDrift: { gateway: number; part: object }
  /** A gateway that is being stopped has released its held decisions: the others may send them. */
  heldReleased: Record<string, never>
  /** Everything that this gateway published or changed before has been sent. */
  position: { mark: number }
}
export type Topic = keyof Topics

/** Sends messages to other gateways and receives theirs. */
export type Channel = Pick<Cluster, 'publish' | 'subscribe'>

export interface Cluster {
  /** Whether there may be other gateways. */
  readonly isShared: boolean
  /** This gateway's number. It changes if another gateway ends this one while it runs. */
  readonly number: number
  /** Whether no other gateway can have taken over from this one. False as soon as the process resumes after a long suspension. */
  isMember: () => boolean
  /**
   * Call it inside a transaction: no other gateway takes over from this one until the transaction ends.
   *
   * @throws Fenced when one already has
   */
  assertMember: (store: Store) => Promise<void>
  /** Whether this is the oldest live gateway. Two gateways may be leaders for some seconds, so a leader's work must be safe to do twice. */
  isLeader: () => boolean
  /** The numbers of the gateways that are alive, this one included. */
  members: () => readonly number[]
  /** The numbers of the gateways that are too silent to be the leader, but have not been ended yet. */
  silentMembers: () => readonly number[]
  /** Sends a message to all other gateways. Call it after the change is committed. */
  publish: <T extends Topic>(topic: T, payload: Topics[T]) => void
  subscribe: <T extends Topic>(topic: T, listener: (payload: Topics[T]) => void) => void
  /**
   * Marks the end of what this gateway has published and changed so far. A browser sends the mark with its next request, to whichever
   * gateway, so that an operator always sees their own changes.
   *
   * @returns null if there is no other gateway, or if the database does not answer
   */
  position: () => Promise<string | null>
  /** Resolves when this gateway has received everything up to another gateway's position, or after a second. */
  waitForPosition: (position: string) => Promise<void>
  /**
   * Calls back with the numbers of gateways whose work this one takes over: they closed, or were silent for ten seconds. Only one gateway
   * takes over from each; if that one ends too, the gateway that takes over from it gets both numbers.
   */
  onTakeOver: (listener: (numbers: readonly number[]) => Promise<void>) => void
  /**
   * Those of these other gateways whose connection to the database has ended: they were killed. A gateway that is suspended, or whose network
   * stands still, keeps its connection.
   */
  selectDisconnected: (numbers: readonly number[]) => Promise<readonly number[]>
  /** Calls back after another gateway has taken over from this one, which has a new number now and has lost its work. */
  onFenced: (listener: () => void) => void
  /** Calls back when messages may have been lost: data cached in memory has to be reloaded. */
  onResync: (listener: () => void) => void
  /** Starts taking over from ended gateways. Call it when all listeners are registered. */
  start: () => Promise<void>
  /** Leaves the cluster: other gateways may take over at once. */
  close: () => Promise<void>
}

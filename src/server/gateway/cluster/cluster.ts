/**
 * The gateways of one store. Each start gets a new, higher number. A gateway that was silent for too long is ended by another one, which
 * takes over its work; the ended gateway continues under a new number. An embedded database has one gateway at a time.
 */
import type { WebhookEvent } from '#contract/index.ts'
import type { Store } from '../store/store.ts'

/** Messages between gateways, by topic: JSON of at most 7 kB. They may be lost; then `onResync` calls back. */
export interface Topics {
  /** A sign-in attempt: failures so far, and until when further ones are refused (steady ms). Count 0: it succeeded. */
  signInTries: { key: string; count: number; until: number }
  /** The owner of this session has confirmed their identity. */
  sessionConfirmed: { sessionId: string }
  /** A sign-in at the provider came back, by its hash. */
  providerReturned: { state: string }
  /** These operators are active, by their ids. */
  activeOperators: { people: readonly string[] }
  /** A read has ended: its answer is in `last_read`, or it failed. */
  readOver: { read: string; isRead: boolean }
  /** A command was sent that may have changed what was read. */
  readsChanged: { command: string; params: Record<string, string> }
  /** Data for a cached read from a command's answer. */
  readLearned: { name: string; params: Record<string, string>; change: object }
  /** What an exchange showed of the service, under the key with this fingerprint. */
  serviceHealth: { fingerprint: string; told: object }
  /** This gateway's row in `looks` has changed: what its operators view. */
  looks: { gateway: number }
  /** An event of the service arrived at this date (epoch ms). */
  serviceEvent: { event: WebhookEvent; ids: Record<string, string>; at: number }
  /** A call began, which `seen` describes. */
  callBegan: { roomName: string; batchId: string | null; workspace: string }
  callEnded: { roomName: string }
  conversationsSeen: { workspace: string; ids: readonly string[] }
  conversationGone: { workspace: string; id: string }
  /** The service's answer about a message after a decision. */
  messageDecided: { workspace: string; id: string; messageId: string; said: { status?: string; sent?: boolean | null } }
  /** A batch's cancel was answered. */
  batchCancelled: { batchId: string }
  /** A gateway that is being stopped leaves its held decisions to the others. */
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
  /** Whether no other gateway can have taken over from this one. False at once after the process was suspended for long. */
  isMember: () => boolean
  /**
   * Inside a transaction: no other gateway takes over from this one until the transaction ends.
   *
   * @throws Fenced when one already has
   */
  assertMember: (store: Store) => Promise<void>
  /** Whether this is the oldest live gateway. Two gateways may be leaders for some seconds, so a leader's work must be safe to do twice. */
  isLeader: () => boolean
  /** The numbers of the gateways that are alive, this one included. */
  members: () => readonly number[]
  /** The numbers of the gateways that are too silent to lead, but have not been ended yet. */
  silentMembers: () => readonly number[]
  /** Sends a message to all other gateways. Call it after the change is committed. */
  publish: <T extends Topic>(topic: T, payload: Topics[T]) => void
  subscribe: <T extends Topic>(topic: T, listener: (payload: Topics[T]) => void) => void
  /**
   * Marks the end of what this gateway has published and changed so far. A browser takes the mark to the gateway that it asks next, so that
   * an operator always sees their own changes.
   *
   * @returns null if there is no other gateway, or if the database does not answer
   */
  position: () => Promise<string | null>
  /** Resolves when this gateway has received everything up to another gateway's position, at the latest after a second. */
  reach: (position: string) => Promise<void>
  /**
   * Calls back with gateways whose work this one takes over: they closed, or were silent for ten seconds. Each is given to one gateway, and
   * if that one ends too, to the one that takes over from it.
   */
  onTakeOver: (listener: (numbers: readonly number[]) => Promise<void>) => void
  /** Calls back after another gateway has taken over from this one, which has a new number now and has lost its work. */
  onFenced: (listener: () => void) => void
  /** Calls back when messages may have been lost: data cached in memory has to be reloaded. */
  onResync: (listener: () => void) => void
  /** Starts taking over from ended gateways. Call it when all listeners are registered. */
  start: () => Promise<void>
  /** Leaves the cluster: other gateways may take over at once. */
  close: () => Promise<void>
}

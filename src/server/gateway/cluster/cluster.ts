/**
 * The gateways of one store. Each has a number, which grows with every start: whoever was silent for too long is ended by another, which
 * takes over what it had under way, and goes on under a new number. The embedded database has one gateway at a time.
 */
import type { WebhookEvent } from '#contract/index.ts'
import type { Store } from '../store/store.ts'

/** What gateways tell each other, by topic: JSON of at most 7 kB. It may be lost; then `onResync` calls back. */
export interface Topics {
  /** Somebody tried to sign in: how often without success by now, and until when they wait (steady ms); 0 tries: they succeeded. */
  signInTries: { key: string; count: number; until: number }
  /** The owner of this session has confirmed who they are. */
  sessionConfirmed: { sessionId: string }
  /** A sign-in at the provider came back, by its hash. */
  providerReturned: { state: string }
  /** These operators are active, by their ids. */
  activeOperators: { people: readonly string[] }
  /** A read has its answer in `last_read`; or nobody asks for it any more. */
  readOver: { read: string; isRead: boolean }
  /** A command was sent that may have changed what was read. */
  readsChanged: { command: string; params: Record<string, string> }
  /** What the answer of a command said of something that is read. */
  readLearned: { name: string; params: Record<string, string>; change: object }
  /** What an exchange showed of the service, under the key with this fingerprint. */
  serviceHealth: { fingerprint: string; told: object }
  /** The people of this gateway look at something else now: it is in `looks`. */
  looks: { gateway: number }
  /** An event of the service arrived at this date (epoch ms). */
  serviceEvent: { event: WebhookEvent; ids: Record<string, string>; at: number }
  /** A call began, which `seen` describes. */
  callBegan: { roomName: string; batchId: string | null; workspace: string }
  callEnded: { roomName: string }
  conversationsSeen: { workspace: string; ids: readonly string[] }
  conversationGone: { workspace: string; id: string }
  /** The service's word on a message after a decision. */
  messageDecided: { workspace: string; id: string; messageId: string; said: { status?: string; sent?: boolean | null } }
  /** A batch's cancel was answered. */
  batchCancelled: { batchId: string }
  /** A gateway that is being stopped leaves its held decisions to the others. */
  heldReleased: Record<string, never>
}
export type Topic = keyof Topics

/** What is needed to tell other gateways something, and to hear it. */
export type Channel = Pick<Cluster, 'publish' | 'subscribe'>

export interface Cluster {
  /** Whether there may be other gateways. */
  readonly isShared: boolean
  /** This gateway's. Another one after it was ended while it lived. */
  readonly number: number
  /** Whether nobody can have taken over from this gateway yet. False at once when it wakes after it was stopped for long. */
  isMember: () => boolean
  /**
   * Inside a transaction: nobody takes over from this gateway until it ends.
   *
   * @throws Fenced when somebody has
   */
  assertMember: (store: Store) => Promise<void>
  /** Whether this is the oldest gateway that is alive. Two may believe it for some seconds: what a leader does must bear being done twice. */
  isLeader: () => boolean
  /** The numbers of the gateways that are alive, this one included. */
  members: () => readonly number[]
  /** The numbers of the gateways that have been silent for so long that another leads in their place, and that nobody has ended yet. */
  silentMembers: () => readonly number[]
  /** Tells all other gateways. Call it when what it tells of is committed. */
  publish: <T extends Topic>(topic: T, payload: Topics[T]) => void
  subscribe: <T extends Topic>(topic: T, listener: (payload: Topics[T]) => void) => void
  /**
   * Gateways that ended, and whose work is this one's now: they said goodbye, or were silent for ten seconds. Each is given to one gateway;
   * if that one ends too, also to the one that takes over from it.
   */
  onTakeOver: (listener: (numbers: readonly number[]) => Promise<void>) => void
  /** Another gateway has taken over from this one, which has a new number now: what it held is not its own any more. */
  onFenced: (listener: () => void) => void
  /** What others told may have been missed: whatever is kept in memory has to be read again. */
  onResync: (listener: () => void) => void
  /** Begins to take over from others, those that ended before among them. Call it when everybody listens. */
  start: () => Promise<void>
  /** Says goodbye: from now on others may take over. */
  close: () => Promise<void>
}

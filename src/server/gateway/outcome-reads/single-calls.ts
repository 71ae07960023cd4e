/**
 * What is left to read of single calls, which no batch lists: each one in progress that nobody watches, since nothing tells what was said
 * once it has ended, and the pages of the service's history of calls, if it has one.
 */
import { LRUCache } from 'lru-cache'
import { type LiveCall, type Pagination, type PastCall, pageLimit } from '#contract/index.ts'
import type { Snapshots } from '../cache/cached-reads.ts'
import type { Capabilities } from '../cache/capabilities.ts'
import type { Read } from '../cache/read.ts'
import { roomRead } from '../calls/call-reads.ts'
import type { Channel } from '../cluster/cluster.ts'
import { atMost } from '../shared/at-most.ts'
import { type Clock, dayMs } from '../shared/clock.ts'
import { readSetting, saveSetting } from '../store/settings.ts'
import type { Store } from '../store/store.ts'
import type { OutcomeWork } from './outcome-reads.ts'

/** How old a call in progress may be that nobody watches. */
const liveIntervalMs = 30_000
/** The history is read again after this time, and at once when a single call has ended. */
const historyIntervalMs = 10 * 60_000
/** The shortest time between two pages of it: all calls of the retention time may be many, and batches come first. */
const pageIntervalMs = 20_000
/** Calls last about an hour at most (specification 8), and the history is ordered by their beginning. */
const longestCallMs = 2 * 3_600_000
/** A page that could not be read is read again after this time, which doubles with each failure in a row. */
const failedPauseMs = 60_000
const maxFailedPauseMs = 3_600_000
/**
 * After so many failures the round goes on behind the page, once: if the next one fails as well, it is not the page. What was passed over is
 * asked for once more at the end of the round.
 */
const failuresOfPage = 3
const settingName = 'history read'

/** How far the history of a workspace was read. */
interface HistoryRound {
  /** The next page, from 1. */
  page: number
  beganAt: number
  /** When the next round is due, steady clock. */
  dueAt: number
  /** A single call has ended since this round began. */
  lacksLatest: boolean
  /** In a row. */
  failures: number
  pauseUntil: number
  /** Pages that were passed over, until they are asked for once more. */
  passed: readonly number[]
  /** Only such pages are left. */
  isAtEnd: boolean
}
const atBeginning = { page: 1, failures: 0, passed: [], isAtEnd: false }

/**
 * @param deps.findLive the calls of a workspace in progress, by room
 * @param deps.retentionDays how long calls are kept: older ones are not read
 * @param deps.learn takes a page of the history; resolves when it is stored
 */
export function createSingleCallReads(deps: {
  store: Store
  workspaces: readonly { id: string }[]
  findLive: (workspace: string) => ReadonlyMap<string, LiveCall>
  snapshots: Pick<Snapshots, 'peek'>
  capabilities: Pick<Capabilities, 'isKnown'>
  retentionDays: () => Promise<number>
  learn: (read: Read, data: unknown) => Promise<void>
  cluster: Channel
  clock: Clock
}) {
  const { store, workspaces, findLive, snapshots, capabilities, retentionDays, learn, cluster, clock } = deps
  const triedAt = new LRUCache<string, number>(atMost(1_000))
  const rounds = new Map(
    workspaces.map(({ id }): [string, HistoryRound] => [
      id,
      { ...atBeginning, beganAt: 0, dueAt: -Infinity, lacksLatest: false, pauseUntil: -Infinity },
    ]),
  )
  /** By workspace: calls that began before this time were read, epoch ms. */
  let readUntil: Record<string, number> | null = null
  let pageReadAt = -Infinity
  let live: string[] = []
  let notifyMore = () => {}

  function nextLive(): Read | null {
    const now = clock.steady()
    const calls = workspaces.flatMap(({ id }) =>
      [...findLive(id).values()]
        .filter(({ batchId }) => batchId === null)
        .map(({ roomName }) => roomRead(roomName, id)),
    )
    const rooms = calls.map(({ params }) => params.roomName ?? '')
    if (live.some((room) => !rooms.includes(room))) onSingleCallEnded()
    live = rooms
    const readAtOf = (read: Read) =>
      Math.max(snapshots.peek(read)?.readAt ?? -Infinity, triedAt.get(read.params.roomName ?? '') ?? -Infinity)
    const [oldest] = calls.toSorted((one, other) => readAtOf(one) - readAtOf(other))
    if (!oldest || now - readAtOf(oldest) < liveIntervalMs) return null
    triedAt.set(oldest.params.roomName ?? '', now)
    return oldest
  }

  function nextPage(): Read | null {
    const now = clock.steady()
    if (now - pageReadAt < pageIntervalMs || !capabilities.isKnown('history')) return null
    const due = [...rounds].find(([, { dueAt, pauseUntil }]) => now >= Math.max(dueAt, pauseUntil))
    if (!due) return null
    const [workspace, round] = due
    if (round.page === 1 && !round.isAtEnd) Object.assign(round, { beganAt: clock.now(), lacksLatest: false })
    pageReadAt = now
    const query = { page: round.page, limit: pageLimit.most }
    return { name: 'callHistory', params: {}, query, workspace }
  }

  async function onPage(round: HistoryRound, workspace: string, data: unknown): Promise<void> {
    readUntil ??= JSON.parse((await readSetting(store, settingName)) ?? '{}') as Record<string, number>
    const { calls, pagination } = data as { calls: PastCall[]; pagination: Pagination }
    // A call without a readable time says nothing about the others.
    const oldest = Math.min(
      ...calls.map(({ startedAt }) => Date.parse(startedAt ?? '')).filter((at) => !Number.isNaN(at)),
    )
    round.failures = 0
    const kept = clock.now() - (await retentionDays()) * dayMs
    if (!round.isAtEnd && pagination.hasNext && oldest > Math.max(readUntil[workspace] ?? 0, kept)) {
      round.page += 1
      return
    }
    goOnAtEnd(round, workspace)
    await saveSetting(store, settingName, JSON.stringify(readUntil))
  }

  /** Goes on with a page that was passed over; without one the round is over. Until then, none of it counts as read. */
  function goOnAtEnd(round: HistoryRound, workspace: string): void {
    const [page, ...passed] = round.passed
    if (page !== undefined) return void Object.assign(round, { page, passed, failures: 0, isAtEnd: true })
    readUntil = { ...readUntil, [workspace]: round.beganAt - longestCallMs }
    endRound(round)
  }

  function endRound(round: HistoryRound): void {
    Object.assign(round, {
      ...atBeginning,
      dueAt: round.lacksLatest ? -Infinity : clock.steady() + historyIntervalMs,
    })
  }

  function onSingleCallEnded(): void {
    for (const round of rounds.values()) Object.assign(round, { dueAt: -Infinity, lacksLatest: true })
    pageReadAt = Math.min(pageReadAt, clock.steady() - pageIntervalMs)
    notifyMore()
  }
  cluster.subscribe('serviceEvent', ({ event, ids }) => {
    if (event === 'call.completed' || event === 'call.failed') onCallEnded(ids)
  })

  function onCallEnded({ batchId }: Record<string, string>): void {
    if (!batchId) onSingleCallEnded()
  }

  return {
    work: {
      next: async () => nextLive() ?? nextPage(),
      async onAnswer(read, data) {
        const round = rounds.get(read.workspace ?? '')
        if (read.name !== 'callHistory' || !round) return
        if (data === null) return endRound(round)
        await learn(read, data)
        await onPage(round, read.workspace ?? '', data)
      },
      onFailure({ name, workspace }) {
        const round = rounds.get(workspace ?? '')
        if (name !== 'callHistory' || !round) return
        round.failures += 1
        round.pauseUntil = clock.steady() + Math.min(failedPauseMs * 2 ** (round.failures - 1), maxFailedPauseMs)
        // It is the page: what is read is saved with the next round.
        if (round.isAtEnd) goOnAtEnd(round, workspace ?? '')
        else if (round.failures === failuresOfPage)
          Object.assign(round, { page: round.page + 1, passed: [...round.passed, round.page] })
      },
      onMore: (listener) => {
        notifyMore = listener
      },
    } satisfies OutcomeWork,

    /** Reads the history at once if a single call has ended. */
    onCallEnded,
  }
}

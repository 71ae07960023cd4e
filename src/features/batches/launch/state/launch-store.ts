/**
 * Where a launch is worked on: the one place that holds its state and the open file, so that going to another page and back loses
 * nothing. What changes the state is `reduce`; here stand the things that take time: the worker, the service's own check, and what
 * is kept on this device. Longer than 300 lines, since all of it changes the one state.
 */
import { useSyncExternalStore } from 'react'
import { request } from '#api/client.ts'
import { currentSession } from '#api/session.ts'
import { Refusal } from '#contract/index.ts'
import type { KeptKey } from '#kit/actions/intention.ts'
import type { LeftOutBy, Operation } from '#recipients/check/repairs.ts'
import type { Choices } from '#recipients/read.ts'
import { type Opened, openFile } from '#recipients/worker/client.ts'
import type { Talk, Verdicts, Written } from '#recipients/worker/protocol.ts'
import { nameOf } from './batch-name.ts'
import {
  callsOf,
  currentOperations,
  type Event,
  isTooLongToAsk,
  type Launch,
  noLaunch,
  type Origin,
  type Questions,
  reduce,
  storedFieldsOf,
} from './launch.ts'
import { lockedLaunches, lockLaunch, releaseLaunch } from './launch-lock.ts'
import { partsOf } from './start-plan.ts'
import {
  removeStored,
  type StoredLaunch,
  storedFile,
  storedLaunch,
  storedLaunches,
  storeFile,
  storeLaunch,
  tabLaunch,
} from './stored-launches.ts'

/** A launch that was kept; `isElsewhere`: another tab works on it. */
export type Offer = StoredLaunch & { isElsewhere: boolean }

/** What is known of keeping: launches that can be gone on with, and whether this one is kept. */
export interface LaunchStorage {
  offers: readonly Offer[]
  /** The name of the launch that another tab has just taken over from this one. */
  takenOver: string | null
  /** false: the browser keeps nothing, so closing the tab would lose it. */
  canStore: boolean
}

let launch: Launch = noLaunch
let storage: LaunchStorage = { offers: [], takenOver: null, canStore: true }
let id: string | null = null
let file: Blob | null = null
let opened: Opened | null = null
let reading: AbortController | null = null
const listeners = new Set<() => void>()
const notifyListeners = () => {
  for (const listener of listeners) listener()
}

/** @returns whether the event changed anything */
export function dispatch(event: Event): boolean {
  const before = launch
  launch = reduce(launch, event)
  if (launch === before) return false
  storeChanges(before)
  notifyListeners()
  return true
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The launch as it stands. */
export const useLaunch = (): Launch => useSyncExternalStore(subscribe, () => launch)
export const useLaunchStorage = (): LaunchStorage => useSyncExternalStore(subscribe, () => storage)

/** Writes to the device go one after the other; the first that fails says so. */
let lastWrite: Promise<void> = Promise.resolve()
function enqueueWrite(act: () => Promise<void>): void {
  lastWrite = lastWrite.then(act).catch(() => {
    storage = { ...storage, canStore: false }
    notifyListeners()
  })
}

function toStore(): StoredLaunch | null {
  const kept = storedFieldsOf(launch)
  const operatorId = currentSession()?.operator?.id
  return kept && id !== null && operatorId !== undefined ? { ...kept, id, operatorId, savedAt: Date.now() } : null
}

const storedFields = ['choices', 'history', 'name', 'agentId', 'plan', 'intention', 'unknown'] as const

function storeChanges(before: Launch): void {
  const now = toStore()
  if (now && launch.source === before.source && storedFields.some((part) => launch[part] !== before[part]))
    // Another tab may have taken it over while this waited.
    enqueueWrite(async () => (id === now.id ? storeLaunch(now) : undefined))
}

/**
 * The key that a start goes out under, kept with the launch. A start that went out before a reload is joined: the ledger answers for
 * it, and nothing is sent again.
 */
export const startKey: KeptKey = {
  read: () => launch.intention,
  write: (key) => void dispatch({ type: 'startSent', key }),
}

/** Nothing of it stays on this device. */
function removeAndRelease(): void {
  const old = id
  id = null
  tabLaunch.clear()
  releaseLaunch()
  if (old !== null) enqueueWrite(() => removeStored([old]))
}

function closeFile(): void {
  reading?.abort()
  opened?.close()
  reading = null
  opened = null
}

/** Another tab has taken this launch over. */
function yieldToOtherTab(): void {
  const takenOver = nameOf(launch)
  id = null
  file = null
  tabLaunch.clear()
  closeFile()
  dispatch({ type: 'takenOver' })
  storage = { ...storage, takenOver }
  void restoreLaunches()
}

const unreadable = {
  code: 'not_text',
  message: 'This file could not be read from the disk. Nothing was sent. Choose it again.',
} as const

/** Reads the chosen file, anew or under other choices. An answer that comes too late belongs to an earlier turn and is not taken. */
async function readFile(chosen: Blob, choices: Choices): Promise<void> {
  const { turn } = launch
  const mine = new AbortController()
  reading = mine
  const onProgress = (progress: Parameters<Parameters<typeof openFile>[2]>[0]) => {
    dispatch({ type: 'progressed', turn, progress })
  }
  try {
    const outcome = await openFile(chosen, choices, onProgress, {
      operations: currentOperations(launch),
      signal: mine.signal,
    })
    if (turn !== launch.turn) return outcome.ok ? outcome.opened.close() : undefined
    if (outcome.ok) opened = outcome.opened
    dispatch(
      outcome.ok
        ? { type: 'fileRead', turn, file: outcome.opened.summary }
        : { type: 'fileRefused', turn, refusal: outcome.refusal },
    )
  } catch {
    if (!mine.signal.aborted) dispatch({ type: 'fileRefused', turn, refusal: unreadable })
  }
}

async function applyVerdicts(turn: number, answer: Promise<Verdicts>, type: 'fileRead' | 'rowsChanged'): Promise<void> {
  const verdicts = await answer.catch(() => null)
  if (verdicts === null) dispatch({ type: 'fileRefused', turn, refusal: unreadable })
  else if (verdicts.ok) dispatch({ type, turn, file: verdicts.summary })
  else dispatch({ type: 'fileRefused', turn, refusal: verdicts.refusal })
}

/** @param origin the batch that its people come from, if it is not a person's own file */
export function chooseFile(chosen: File, origin?: Origin): void {
  const old = id
  id = crypto.randomUUID()
  if (!dispatch({ type: 'fileChosen', name: chosen.name, size: chosen.size, ...(origin && { origin }) })) {
    id = old
    return
  }
  closeFile()
  file = chosen
  tabLaunch.set(id)
  storage = { ...storage, takenOver: null }
  void lockLaunch(id, 'take', yieldToOtherTab)
  const kept = toStore()
  if (old !== null) enqueueWrite(() => removeStored([old]))
  if (kept) enqueueWrite(() => storeFile(kept, chosen))
  void readFile(chosen, {})
}

/** Other choices about the same file: encoding, delimiter, header. */
export function changeChoices(choices: Choices): void {
  if (!file || !dispatch({ type: 'choicesChanged', choices })) return
  if (opened) void applyVerdicts(launch.turn, opened.choose({ choices }), 'fileRead')
  else void readFile(file, choices)
}

function move(event: Event, question: () => Talk['move']['question']): void {
  if (!opened || launch.reading.kind !== 'read' || !dispatch(event)) return
  void applyVerdicts(launch.turn, opened.move(question()), 'rowsChanged')
}

/** Does something to the rows. It can be undone. */
export const act = (operation: Operation): void =>
  move({ type: 'operationAdded', operation }, () => ({ keep: launch.history.position - 1, add: [operation] }))
export const undo = (): void => move({ type: 'undone' }, () => ({ keep: launch.history.position, add: [] }))
export const redo = (): void =>
  move({ type: 'redone' }, () => {
    const { operations, position } = launch.history
    return { keep: position - 1, add: operations.slice(position - 1, position) }
  })

/** Looks the shown rows up anew. */
export const refreshRows = (): void => void dispatch({ type: 'rowsRefreshed' })

/** Puts the file away, also while it is being read. */
export function discardFile(): void {
  if (!dispatch({ type: 'fileDiscarded' })) return
  closeFile()
  removeAndRelease()
  file = null
}

/** What was started, or is known to have started, is not kept. */
export function finish(event: Extract<Event, { type: 'started' | 'resolved' }>): void {
  dispatch(event)
  if (launch.source !== null) return
  closeFile()
  removeAndRelease()
  file = null
}

/** Makes room for another batch. This one stays on this device and can be continued. */
export function setAside(): void {
  dispatch({ type: 'setAside' })
  closeFile()
  id = null
  file = null
  tabLaunch.clear()
  releaseLaunch()
  void lastWrite.then(restoreLaunches)
}

/**
 * Goes on with a launch that was kept.
 *
 * @param how `take`: also from another tab, which is told
 */
export async function resume(offer: StoredLaunch, how: 'wait' | 'take'): Promise<void> {
  if (!(await lockLaunch(offer.id, how, yieldToOtherTab))) return
  // Read again: another tab may have changed it since it was listed.
  const [kept, bytes] = await Promise.all([storedLaunch(offer.id), storedFile(offer.id)]).catch(() => [])
  if (!kept || !bytes) return discard(offer)
  const { source, origin, choices, history, name, agentId, plan, intention, unknown } = kept
  closeFile()
  file = bytes
  id = kept.id
  tabLaunch.set(kept.id)
  storage = { ...storage, offers: storage.offers.filter((one) => one.id !== kept.id), takenOver: null }
  dispatch({ type: 'resumed', kept: { source, origin, choices, history, name, agentId, plan, intention, unknown } })
  void readFile(bytes, choices)
}

/** Removes a launch that was kept. */
export function discard(kept: StoredLaunch): void {
  storage = { ...storage, offers: storage.offers.filter((one) => one.id !== kept.id) }
  enqueueWrite(() => removeStored([kept.id]))
  notifyListeners()
}

/** Looks what is kept on this device. What this very tab worked on before it was reloaded is gone on with at once. */
export async function restoreLaunches(): Promise<void> {
  const operatorId = currentSession()?.operator?.id
  if (operatorId === undefined || launch.source !== null) return
  try {
    const kept = await storedLaunches(operatorId, Date.now())
    const mine = kept.find((one) => one.id === tabLaunch.id())
    // A duplicated tab names the same launch: then the first tab keeps it.
    if (mine) await resume(mine, 'wait')
    const held = await lockedLaunches()
    const offers = kept.filter((one) => one.id !== id).map((one) => ({ ...one, isElsewhere: held.has(one.id) }))
    storage = { ...storage, offers }
  } catch {
    storage = { ...storage, offers: [], canStore: false }
  }
  notifyListeners()
}

export const rowsOf = (window: Talk['rows']['question']): Promise<Talk['rows']['answer']> =>
  opened ? opened.rows(window) : Promise.resolve({ rows: [], total: 0 })
export const blockOf = (block: Talk['block']['question']): Promise<Talk['block']['answer']> =>
  opened ? opened.block(block) : Promise.resolve({ numbers: [], cells: [] })
export const callAt = (at: number): Promise<Talk['call']['answer']> => opened?.call({ at }) ?? Promise.resolve(null)
export const countEmpty = (columns: readonly number[]): Promise<Talk['empty']['answer']> =>
  opened ? opened.empty({ columns }) : Promise.resolve(columns.map(() => 0))
export const locateRows = (what: Written, rows: readonly number[]): Promise<Talk['locate']['answer']> =>
  opened?.locate({ what, rows }) ?? Promise.resolve([])

/** The file that is sent; null when it is no longer the one that was checked and shown. */
export async function cleanFile(): Promise<Blob | null> {
  const kept = opened
  const { revision, pendingOperations } = launch
  if (!kept || pendingOperations > 0 || !(await kept.isUnchanged())) return null
  const clean = await kept.write('clean')
  return launch.revision === revision && launch.pendingOperations === 0 ? clean : null
}

/** Leaves out people whom a rule found. @param rows theirs in the file that would be sent, as a spreadsheet counts */
export async function leaveOutFound(rows: readonly number[], by: LeftOutBy): Promise<void> {
  const { revision } = launch
  const everyRow = (await opened?.sameNumbers(rows)) ?? []
  // Rows of a file that was changed meanwhile are other people.
  if (everyRow.length > 0 && launch.revision === revision && launch.pendingOperations === 0)
    act({ kind: 'leaveOut', rows: everyRow, out: true, by })
}

/** The numbers (E.164) of rows in which a column says "do not call". */
export const optedOutNumbers = (column: string): Promise<string[]> => opened?.optedOut(column) ?? Promise.resolve([])
export const leftOutFile = (): Promise<Blob | null> => opened?.leftOut() ?? Promise.resolve(null)

const askableStates: readonly string[] = ['not_asked', 'silent']

function reasonForSilence(error: unknown): string {
  if (!(error instanceof Refusal)) return 'Its answer could not be read.'
  // Nothing could have happened: this changes nothing.
  return error.code === 'gateway_down' ? 'Switchboard itself is not answering.' : error.message
}

/** Asks the service about the rows: once unless it stays silent, and never in the way. */
export async function askService(what: keyof Questions): Promise<void> {
  const { turn } = launch
  const kept = opened
  if (!kept || launch.pendingOperations > 0 || !askableStates.includes(launch.questions[what].kind)) return
  if (what !== 'asRead' && callsOf(launch) === 0) return
  if (what === 'asRead' && isTooLongToAsk(launch)) return
  dispatch({ type: 'asked', turn, what })
  const asked = launch.questions[what]
  // An answer about rows that were changed meanwhile says nothing of those that stand.
  const isMeant = () => launch.questions[what] === asked
  try {
    const csv = await (what === 'asRead' ? kept.write('asRead') : kept.write('clean', partsOf(callsOf(launch)).each))
    const { data } = await request(what === 'preview' ? 'batchPreview' : 'batchValidate', { upload: {}, file: csv })
    if (isMeant()) dispatch({ type: 'answered', turn, answer: { [what]: data } })
  } catch (error) {
    if (isMeant()) dispatch({ type: 'serviceSilent', turn, what, why: reasonForSilence(error) })
  }
}

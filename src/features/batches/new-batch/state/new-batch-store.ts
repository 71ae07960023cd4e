/**
 * Holds the new batch that is being prepared and its open file, outside of the pages, so that leaving a page loses nothing. `reduce`
 * changes the state. This module does what is asynchronous: the worker, the service's checks, and storage on this device. Longer than
 * 300 lines, because all of it changes the same state.
 */
import { useSyncExternalStore } from 'react'
import { request } from '#api/client.ts'
import { currentSession } from '#api/session.ts'
import { Refusal } from '#contract/index.ts'
import type { StoredKey } from '#kit/actions/command-runner.ts'
import type { LeftOutBy, Operation } from '#recipients/check/repairs.ts'
import type { Choices } from '#recipients/read.ts'
import { type OpenFile, openFile } from '#recipients/worker/client.ts'
import type { Requests, Verdicts, WrittenRows } from '#recipients/worker/protocol.ts'
import { nameOf } from './batch-name.ts'
import {
  callsOf,
  currentOperations,
  type Event,
  emptyNewBatch,
  isTooLongToAsk,
  type NewBatch,
  type Origin,
  type Questions,
  reduce,
  storedFieldsOf,
} from './new-batch.ts'
import { lockedNewBatches, lockNewBatch, releaseLock } from './new-batch-lock.ts'
import { partsOf } from './start-plan.ts'
import {
  removeStored,
  type StoredNewBatch,
  storedFile,
  storedNewBatch,
  storedNewBatches,
  storeFile,
  storeNewBatch,
  tabNewBatchId,
} from './stored-new-batches.ts'
import * as texts from './texts.ts'

/** A stored new batch; `isElsewhere`: another tab is editing it. */
export type Offer = StoredNewBatch & { isElsewhere: boolean }

/** New batches stored on this device that can be continued, and whether this one is stored. */
export interface NewBatchStorage {
  offers: readonly Offer[]
  /** The name of the new batch that another tab has just taken over. */
  takenOver: string | null
  /** false: the browser cannot store data, so closing the tab would lose the new batch. */
  canStore: boolean
}

let newBatch: NewBatch = emptyNewBatch
let storage: NewBatchStorage = { offers: [], takenOver: null, canStore: true }
let id: string | null = null
let file: Blob | null = null
let opened: OpenFile | null = null
let reading: AbortController | null = null
const listeners = new Set<() => void>()
const notifyListeners = () => {
  for (const listener of listeners) listener()
}

/** @returns whether the event changed anything */
export function dispatch(event: Event): boolean {
  const before = newBatch
  newBatch = reduce(newBatch, event)
  if (newBatch === before) return false
  storeChanges(before)
  notifyListeners()
  return true
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useNewBatch = (): NewBatch => useSyncExternalStore(subscribe, () => newBatch)
export const useNewBatchStorage = (): NewBatchStorage => useSyncExternalStore(subscribe, () => storage)

/** Writes run one after the other. If one fails, the page says that nothing is stored. */
let lastWrite: Promise<void> = Promise.resolve()
function enqueueWrite(act: () => Promise<void>): void {
  lastWrite = lastWrite.then(act).catch(() => {
    storage = { ...storage, canStore: false }
    notifyListeners()
  })
}

function toStore(): StoredNewBatch | null {
  const kept = storedFieldsOf(newBatch)
  const operatorId = currentSession()?.operator?.id
  return kept && id !== null && operatorId !== undefined ? { ...kept, id, operatorId, savedAt: Date.now() } : null
}

const storedFields = ['choices', 'history', 'name', 'agentId', 'plan', 'intention', 'unknown'] as const

function storeChanges(before: NewBatch): void {
  const now = toStore()
  if (now && newBatch.source === before.source && storedFields.some((part) => newBatch[part] !== before[part]))
    // Another tab may have taken it over meanwhile.
    enqueueWrite(async () => (id === now.id ? storeNewBatch(now) : undefined))
}

/**
 * The idempotency key of the start, stored with the new batch. After a reload, the same key is sent, so the ledger returns the outcome of
 * the first start and nothing is sent again.
 */
export const startKey: StoredKey = {
  read: () => newBatch.intention,
  write: (key) => void dispatch({ type: 'startSent', key }),
}

/** Removes the new batch from this device and releases its lock. */
function removeAndRelease(): void {
  const old = id
  id = null
  tabNewBatchId.clear()
  releaseLock()
  if (old !== null) enqueueWrite(() => removeStored([old]))
}

function closeFile(): void {
  reading?.abort()
  opened?.close()
  reading = null
  opened = null
}

/** Closes the new batch here, because another tab has taken it over. */
function yieldToOtherTab(): void {
  const takenOver = nameOf(newBatch)
  id = null
  file = null
  tabNewBatchId.clear()
  closeFile()
  dispatch({ type: 'takenOver' })
  storage = { ...storage, takenOver }
  void restoreNewBatches()
}

const unreadable = {
  code: 'not_text',
  message: texts.unreadableFile,
} as const

/** Reads the chosen file. An answer for an earlier turn is ignored. */
async function readFile(chosen: Blob, choices: Choices): Promise<void> {
  const { turn } = newBatch
  const mine = new AbortController()
  reading = mine
  const onProgress = (progress: Parameters<Parameters<typeof openFile>[2]>[0]) => {
    dispatch({ type: 'progressed', turn, progress })
  }
  try {
    const outcome = await openFile(chosen, choices, onProgress, {
      operations: currentOperations(newBatch),
      signal: mine.signal,
    })
    if (turn !== newBatch.turn) return outcome.ok ? outcome.opened.close() : undefined
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

/** @param origin the batch that its people were selected from; undefined for an uploaded file */
export function chooseFile(chosen: File, origin?: Origin): void {
  const old = id
  id = crypto.randomUUID()
  if (!dispatch({ type: 'fileChosen', name: chosen.name, size: chosen.size, ...(origin && { origin }) })) {
    id = old
    return
  }
  closeFile()
  file = chosen
  tabNewBatchId.set(id)
  storage = { ...storage, takenOver: null }
  void lockNewBatch(id, 'take', yieldToOtherTab)
  const kept = toStore()
  if (old !== null) enqueueWrite(() => removeStored([old]))
  if (kept) enqueueWrite(() => storeFile(kept, chosen))
  void readFile(chosen, {})
}

/** Reads the same file with another encoding, delimiter or header row. */
export function changeChoices(choices: Choices): void {
  if (!file || !dispatch({ type: 'choicesChanged', choices })) return
  if (opened) void applyVerdicts(newBatch.turn, opened.choose({ choices }), 'fileRead')
  else void readFile(file, choices)
}

function move(event: Event, question: () => Requests['move']['request']): void {
  if (!opened || newBatch.reading.kind !== 'read' || !dispatch(event)) return
  void applyVerdicts(newBatch.turn, opened.move(question()), 'rowsChanged')
}

/** Changes the rows. It can be undone. */
export const act = (operation: Operation): void =>
  move({ type: 'operationAdded', operation }, () => ({ keep: newBatch.history.position - 1, add: [operation] }))
export const undo = (): void => move({ type: 'undone' }, () => ({ keep: newBatch.history.position, add: [] }))
export const redo = (): void =>
  move({ type: 'redone' }, () => {
    const { operations, position } = newBatch.history
    return { keep: position - 1, add: operations.slice(position - 1, position) }
  })

/** Looks up the rows that match the filter now. */
export const refreshRows = (): void => void dispatch({ type: 'rowsRefreshed' })

/** Discards the file, also while it is being read. */
export function discardFile(): void {
  if (!dispatch({ type: 'fileDiscarded' })) return
  closeFile()
  removeAndRelease()
  file = null
}

/** Removes a new batch that was started or resolved as started. */
export function finish(event: Extract<Event, { type: 'started' | 'resolved' }>): void {
  dispatch(event)
  if (newBatch.source !== null) return
  closeFile()
  removeAndRelease()
  file = null
}

/** Closes this new batch to prepare another one. It stays on this device and can be continued. */
export function closeNewBatch(): void {
  dispatch({ type: 'closeNewBatch' })
  closeFile()
  id = null
  file = null
  tabNewBatchId.clear()
  releaseLock()
  void lastWrite.then(restoreNewBatches)
}

/**
 * Continues a stored new batch.
 *
 * @param how `take`: also if another tab is editing it. That tab says so
 */
export async function resume(offer: StoredNewBatch, how: 'wait' | 'take'): Promise<void> {
  if (!(await lockNewBatch(offer.id, how, yieldToOtherTab))) return
  // Read again: another tab may have changed it since it was listed.
  const [kept, bytes] = await Promise.all([storedNewBatch(offer.id), storedFile(offer.id)]).catch(() => [])
  if (!kept || !bytes) return discard(offer)
  const { source, origin, choices, history, name, agentId, plan, intention, unknown } = kept
  closeFile()
  file = bytes
  id = kept.id
  tabNewBatchId.set(kept.id)
  storage = { ...storage, offers: storage.offers.filter((one) => one.id !== kept.id), takenOver: null }
  dispatch({ type: 'resumed', kept: { source, origin, choices, history, name, agentId, plan, intention, unknown } })
  void readFile(bytes, choices)
}

/** Removes a stored new batch. */
export function discard(kept: StoredNewBatch): void {
  storage = { ...storage, offers: storage.offers.filter((one) => one.id !== kept.id) }
  enqueueWrite(() => removeStored([kept.id]))
  notifyListeners()
}

/** Lists the new batches stored on this device, and continues the one that this tab was editing before a reload. */
export async function restoreNewBatches(): Promise<void> {
  const operatorId = currentSession()?.operator?.id
  if (operatorId === undefined || newBatch.source !== null) return
  try {
    const kept = await storedNewBatches(operatorId, Date.now())
    const mine = kept.find((one) => one.id === tabNewBatchId.get())
    // A duplicated tab has the same ID. Then the first tab keeps the new batch.
    if (mine) await resume(mine, 'wait')
    const held = await lockedNewBatches()
    const offers = kept.filter((one) => one.id !== id).map((one) => ({ ...one, isElsewhere: held.has(one.id) }))
    storage = { ...storage, offers }
  } catch {
    storage = { ...storage, offers: [], canStore: false }
  }
  notifyListeners()
}

export const rowsOf = (window: Requests['rows']['request']): Promise<Requests['rows']['answer']> =>
  opened ? opened.rows(window) : Promise.resolve({ rows: [], total: 0 })
export const blockOf = (block: Requests['block']['request']): Promise<Requests['block']['answer']> =>
  opened ? opened.block(block) : Promise.resolve({ numbers: [], cells: [] })
export const callAt = (at: number): Promise<Requests['call']['answer']> => opened?.call({ at }) ?? Promise.resolve(null)
export const countEmpty = (columns: readonly number[]): Promise<Requests['empty']['answer']> =>
  opened ? opened.empty({ columns }) : Promise.resolve(columns.map(() => 0))
export const locateRows = (what: WrittenRows, rows: readonly number[]): Promise<Requests['locate']['answer']> =>
  opened?.locate({ what, rows }) ?? Promise.resolve([])

/** The file to send; null if it is no longer the one that was checked and shown. */
export async function cleanFile(): Promise<Blob | null> {
  const kept = opened
  const { revision, pendingOperations } = newBatch
  if (!kept || pendingOperations > 0 || !(await kept.isUnchanged())) return null
  const clean = await kept.write('clean')
  return newBatch.revision === revision && newBatch.pendingOperations === 0 ? clean : null
}

/** Leaves out people found by a rule. @param rows their row numbers in the file that would be sent, as in a spreadsheet */
export async function leaveOutFound(rows: readonly number[], by: LeftOutBy): Promise<void> {
  const { revision } = newBatch
  const everyRow = (await opened?.sameNumbers(rows)) ?? []
  // If the file has changed meanwhile, these rows may be other people.
  if (everyRow.length > 0 && newBatch.revision === revision && newBatch.pendingOperations === 0)
    act({ kind: 'leaveOut', rows: everyRow, out: true, by })
}

/** The numbers (E.164) of rows in which a column says "do not call". */
export const optedOutNumbers = (column: string): Promise<string[]> => opened?.optedOut(column) ?? Promise.resolve([])
export const leftOutFile = (): Promise<Blob | null> => opened?.leftOut() ?? Promise.resolve(null)

const askableStates: readonly string[] = ['not_asked', 'silent']

function reasonForSilence(error: unknown): string {
  if (!(error instanceof Refusal)) return texts.unreadableAnswer
  // A check has no effect, so the refusal need not say what was sent.
  return error.code === 'gateway_down' ? texts.switchboardNotAnswering : error.message
}

/** Asks the service about the rows, once unless it does not answer. Nothing waits for the answer. */
export async function askService(what: keyof Questions): Promise<void> {
  const { turn } = newBatch
  const kept = opened
  if (!kept || newBatch.pendingOperations > 0 || !askableStates.includes(newBatch.questions[what].kind)) return
  if (what !== 'asRead' && callsOf(newBatch) === 0) return
  if (what === 'asRead' && isTooLongToAsk(newBatch)) return
  dispatch({ type: 'asked', turn, what })
  const asked = newBatch.questions[what]
  // If the rows have changed meanwhile, the answer is about other rows.
  const isCurrent = () => newBatch.questions[what] === asked
  try {
    const csv = await (what === 'asRead' ? kept.write('asRead') : kept.write('clean', partsOf(callsOf(newBatch)).each))
    const { data } = await request(what === 'preview' ? 'batchPreview' : 'batchValidate', { upload: {}, file: csv })
    if (isCurrent()) dispatch({ type: 'answered', turn, answer: { [what]: data } })
  } catch (error) {
    if (isCurrent()) dispatch({ type: 'serviceSilent', turn, what, why: reasonForSilence(error) })
  }
}

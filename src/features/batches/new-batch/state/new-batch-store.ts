/**
 * Holds the new batch that is being prepared and its open file, outside of the pages, so that leaving a page loses nothing. `reduce`
 * changes the state. This module does the asynchronous work: the worker, the service's checks, and storage on this device.
 */
import { useSyncExternalStore } from 'react'
import { request } from '#api/client.ts'
import { currentSession } from '#api/session.ts'
import { Refusal } from '#contract/index.ts'
import type { StoredKey } from '#kit/actions/command-runner.ts'
import type { LeftOutBy, Operation } from '#recipients/check/repairs.ts'
import type { Choices } from '#recipients/read.ts'
import { sameName } from '#recipients/table/cells.ts'
import { type OpenFile, openFile } from '#recipients/worker/client.ts'
import type { Requests, Verdicts, WrittenRows } from '#recipients/worker/protocol.ts'
import { nameOf } from './batch-name.ts'
import {
  answersAboutRows,
  answersBetween,
  findAnswers,
  headerOfRows,
  isApplicable,
  saveAnswer,
} from './column-answers.ts'
import {
  callCountOf,
  currentOperations,
  type Event,
  emptyNewBatch,
  fileOf,
  isTooLongForServiceCheck,
  type NewBatch,
  type Origin,
  reduce,
  type ServiceChecks,
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

/** A stored new batch that the operator can continue. `isElsewhere`: another tab is editing it. */
export type StoredOffer = StoredNewBatch & { isElsewhere: boolean }

/** New batches stored on this device that can be continued, and whether this one is stored. */
export interface NewBatchStorage {
  offers: readonly StoredOffer[]
  /** The name of the new batch that another tab has just taken over. */
  takenOver: string | null
  /** false: the browser cannot store data, so closing the tab would lose the new batch. */
  canStore: boolean
}

let newBatch: NewBatch = emptyNewBatch
let storage: NewBatchStorage = { offers: [], takenOver: null, canStore: true }
let newBatchId: string | null = null
/** Who prepares it. It stays theirs, also after their session has ended. */
let preparedBy: string | undefined
let chosenFile: Blob | null = null
let openedFile: OpenFile | null = null
let readAbort: AbortController | null = null
/** The variables of the chosen agent's flow, as the worker knows them. */
let variables: readonly string[] = []
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
function enqueueWrite(write: () => Promise<void>): void {
  lastWrite = lastWrite.then(write).catch(() => {
    storage = { ...storage, canStore: false }
    notifyListeners()
  })
}

function currentStored(): StoredNewBatch | null {
  const fields = storedFieldsOf(newBatch)
  return fields && newBatchId !== null && preparedBy !== undefined
    ? { ...fields, id: newBatchId, operatorId: preparedBy, savedAt: Date.now() }
    : null
}

const storedFields = ['choices', 'history', 'name', 'agentId', 'plan', 'intention', 'unknown'] as const

function storeChanges(before: NewBatch): void {
  const stored = currentStored()
  if (stored && newBatch.source === before.source && storedFields.some((field) => newBatch[field] !== before[field]))
    // Skip the write if another tab has taken over the new batch meanwhile.
    enqueueWrite(async () => (newBatchId === stored.id ? storeNewBatch(stored) : undefined))
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
  const removedId = newBatchId
  newBatchId = null
  tabNewBatchId.clear()
  releaseLock()
  if (removedId !== null) enqueueWrite(() => removeStored([removedId]))
}

function closeFile(): void {
  readAbort?.abort()
  openedFile?.close()
  readAbort = null
  openedFile = null
}

/** Closes the new batch here, because another tab has taken it over. */
function yieldToOtherTab(): void {
  const takenOver = nameOf(newBatch)
  newBatchId = null
  chosenFile = null
  tabNewBatchId.clear()
  closeFile()
  dispatch({ type: 'takenOver' })
  storage = { ...storage, takenOver }
  void restoreNewBatches()
}

const unreadable = {
  code: 'not_text',
  message: 'This file could not be read from the disk. Nothing was sent. Choose it again.',
} as const

/** The countries that the workspace calls. Without them, the file is read all the same, and proposes less. */
const calledCountries = (): Promise<readonly string[]> =>
  request('callingRulesShow', {}).then(
    ({ data }) => data.countries ?? [],
    () => [],
  )

/** Reads the chosen file. The result of an earlier reading is ignored. */
async function readFile(chosen: Blob, choices: Choices): Promise<void> {
  const { readingNumber } = newBatch
  const known = variables
  const abort = new AbortController()
  readAbort = abort
  const onProgress = (progress: Parameters<Parameters<typeof openFile>[2]>[0]) => {
    dispatch({ type: 'progressed', readingNumber, progress })
  }
  try {
    const outcome = await openFile(chosen, choices, onProgress, {
      operations: currentOperations(newBatch),
      variables: known,
      countries: await calledCountries(),
      signal: abort.signal,
    })
    if (readingNumber !== newBatch.readingNumber) return outcome.ok ? outcome.opened.close() : undefined
    if (outcome.ok) openedFile = outcome.opened
    dispatch(
      outcome.ok
        ? { type: 'fileRead', readingNumber, file: outcome.opened.summary }
        : { type: 'fileRefused', readingNumber, refusal: outcome.refusal },
    )
    void (known === variables ? recallAnswers() : applyVariables())
  } catch {
    if (!abort.signal.aborted) dispatch({ type: 'fileRefused', readingNumber, refusal: unreadable })
  }
}

async function applyVerdicts(
  readingNumber: number,
  answer: Promise<Verdicts>,
  type: 'fileRead' | 'rowsChanged',
): Promise<void> {
  const verdicts = await answer.catch(() => null)
  if (verdicts === null) dispatch({ type: 'fileRefused', readingNumber, refusal: unreadable })
  else if (verdicts.ok) dispatch({ type, readingNumber, file: verdicts.summary })
  else dispatch({ type: 'fileRefused', readingNumber, refusal: verdicts.refusal })
}

/** @param origin the batch from which the people in the file were selected; undefined for an uploaded file */
export function chooseFile(chosen: File, origin?: Origin): void {
  const previousId = newBatchId
  newBatchId = crypto.randomUUID()
  if (!dispatch({ type: 'fileChosen', name: chosen.name, size: chosen.size, ...(origin && { origin }) })) {
    newBatchId = previousId
    return
  }
  closeFile()
  chosenFile = chosen
  preparedBy = currentSession()?.operator?.id
  tabNewBatchId.set(newBatchId)
  storage = { ...storage, takenOver: null }
  void lockNewBatch(newBatchId, 'take', yieldToOtherTab)
  const stored = currentStored()
  if (previousId !== null) enqueueWrite(() => removeStored([previousId]))
  if (stored) enqueueWrite(() => storeFile(stored, chosen))
  void readFile(chosen, {})
}

/** Reads the same file with another encoding, delimiter or header row. */
export function changeChoices(choices: Choices): void {
  if (!chosenFile || !dispatch({ type: 'choicesChanged', choices })) return
  if (openedFile)
    void applyVerdicts(newBatch.readingNumber, openedFile.choose({ choices }), 'fileRead').then(recallAnswers)
  else void readFile(chosenFile, choices)
}

function sendOperations(event: Event, createRequest: () => Requests['move']['request'], areAnswersSaved = true): void {
  const before = currentOperations(newBatch)
  const file = fileOf(newBatch)
  if (!openedFile || !file || !dispatch(event)) return
  if (areAnswersSaved)
    for (const given of answersBetween(before, currentOperations(newBatch))) saveAnswer(file.columns, given)
  void applyVerdicts(newBatch.readingNumber, openedFile.move(createRequest()), 'rowsChanged')
}

const addOperation = (operation: Operation, areAnswersSaved: boolean): void =>
  sendOperations(
    { type: 'operationAdded', operation },
    () => ({ keep: newBatch.history.position - 1, add: [operation] }),
    areAnswersSaved,
  )
/** Applies an operation to the rows. It can be undone. */
export const applyOperation = (operation: Operation): void => addOperation(operation, true)
export const undo = (): void => sendOperations({ type: 'undone' }, () => ({ keep: newBatch.history.position, add: [] }))
export const redo = (): void =>
  sendOperations({ type: 'redone' }, () => {
    const { operations, position } = newBatch.history
    return { keep: position - 1, add: operations.slice(position - 1, position) }
  })

/** Applies what was said about columns of an earlier file with the same header line, or of the batch from which the rows were taken. */
async function recallAnswers(): Promise<void> {
  const { readingNumber, intention, origin } = newBatch
  // A start that was sent is repeated with the same rows.
  const columns = fileOf(newBatch)?.columns
  if (intention !== null || !columns) return
  dispatch({ type: 'recalled', isRecalling: true })
  const headers = origin ? [columns, headerOfRows(columns)] : [columns]
  const answers = (await Promise.all(headers.map(findAnswers))).flat()
  if (newBatch.readingNumber !== readingNumber) return
  for (const remembered of answers) {
    const { column, answer, by, at } = remembered
    if (!isApplicable(remembered, newBatch)) continue
    addOperation({ kind: 'rule', rule: 'answer', column, answer, remembered: { by, at } }, false)
  }
  dispatch({ type: 'recalled', isRecalling: false })
}

const isVariable = (column: string, names: readonly string[]): boolean =>
  names.some((name) => sameName(name) === sameName(column))

async function applyVariables(): Promise<void> {
  if (!openedFile || !dispatch({ type: 'variablesChanged' })) return
  await applyVerdicts(newBatch.readingNumber, openedFile.variables({ variables }), 'rowsChanged')
  await recallAnswers()
}

/** Sets the variables of the chosen agent's flow. Only columns that may say who must not be called depend on them. */
export function setVariables(names: readonly string[]): void {
  if (names.join('\n') === variables.join('\n')) return
  const changed = (fileOf(newBatch)?.suspects ?? []).some(
    (column) => isVariable(column, names) !== isVariable(column, variables),
  )
  variables = names
  if (changed && !newBatch.unknown) void applyVariables()
}

/** Looks up the rows that match the filter now. */
export const refreshRows = (): void => void dispatch({ type: 'rowsRefreshed' })

/** Discards the file, even while it is being read. */
export function discardFile(): void {
  if (!dispatch({ type: 'fileDiscarded' })) return
  closeFile()
  removeAndRelease()
  chosenFile = null
}

/** Removes a new batch that was started or resolved as started. A batch of its rows does not ask about their columns again. */
export function finish(event: Extract<Event, { type: 'started' | 'resolved' }>): void {
  const file = fileOf(newBatch)
  const answers = file ? answersAboutRows(file, currentOperations(newBatch)) : []
  dispatch(event)
  if (newBatch.source !== null) return
  for (const answer of answers) saveAnswer(headerOfRows(file?.names ?? []), answer)
  closeFile()
  removeAndRelease()
  chosenFile = null
}

/** Closes this new batch to prepare another one. It stays on this device and can be continued. */
export function closeNewBatch(): void {
  dispatch({ type: 'closeNewBatch' })
  closeFile()
  newBatchId = null
  chosenFile = null
  tabNewBatchId.clear()
  releaseLock()
  void lastWrite.then(restoreNewBatches)
}

/**
 * Continues a stored new batch, unless a file is chosen, or another one continued, before it is read from this device.
 *
 * @param mode `take`: even if another tab is editing it. That tab then shows that it was taken over
 */
export async function resume(offer: StoredNewBatch, mode: 'wait' | 'take'): Promise<void> {
  const { readingNumber } = newBatch
  if (!(await lockNewBatch(offer.id, mode, yieldToOtherTab))) return
  // Refetch: another tab may have changed the new batch since it was listed.
  const [stored, bytes] = await Promise.all([storedNewBatch(offer.id), storedFile(offer.id)]).catch(() => [])
  if (newBatch.readingNumber !== readingNumber) return
  if (!stored || !bytes) return discard(offer)
  const { source, origin, choices, history, name, agentId, plan, intention, unknown } = stored
  closeFile()
  chosenFile = bytes
  newBatchId = stored.id
  preparedBy = stored.operatorId
  tabNewBatchId.set(stored.id)
  storage = { ...storage, offers: storage.offers.filter(({ id }) => id !== stored.id), takenOver: null }
  dispatch({
    type: 'resumed',
    stored: { source, origin, choices, history, name, agentId, plan, intention, unknown },
  })
  void readFile(bytes, choices)
}

/** Removes a stored new batch. */
export function discard(stored: StoredNewBatch): void {
  storage = { ...storage, offers: storage.offers.filter(({ id }) => id !== stored.id) }
  enqueueWrite(() => removeStored([stored.id]))
  notifyListeners()
}

/** Lists the new batches stored on this device, and continues the one that this tab was editing before a reload. */
export async function restoreNewBatches(): Promise<void> {
  const operatorId = currentSession()?.operator?.id
  if (operatorId === undefined || newBatch.source !== null) return
  try {
    const stored = await storedNewBatches(operatorId, Date.now())
    const ofThisTab = stored.find(({ id }) => id === tabNewBatchId.get())
    // A duplicated tab has the same ID. In that case, the first tab keeps the new batch.
    // The page is shown before this is done, so a file may have been chosen meanwhile.
    if (ofThisTab && newBatch.source === null) await resume(ofThisTab, 'wait')
    const lockedIds = await lockedNewBatches()
    const offers = stored
      .filter(({ id }) => id !== newBatchId)
      .map((offer) => ({ ...offer, isElsewhere: lockedIds.has(offer.id) }))
    storage = { ...storage, offers }
  } catch {
    storage = { ...storage, offers: [], canStore: false }
  }
  notifyListeners()
}

export const rowsOf = (window: Requests['rows']['request']): Promise<Requests['rows']['answer']> =>
  openedFile ? openedFile.rows(window) : Promise.resolve({ rows: [], total: 0 })
export const blockOf = (block: Requests['block']['request']): Promise<Requests['block']['answer']> =>
  openedFile ? openedFile.block(block) : Promise.resolve({ numbers: [], cells: [] })
export const callAt = (position: number): Promise<Requests['call']['answer']> =>
  openedFile?.call({ at: position }) ?? Promise.resolve(null)
export const countEmpty = (columns: readonly number[]): Promise<Requests['empty']['answer']> =>
  openedFile ? openedFile.empty({ columns }) : Promise.resolve(columns.map(() => 0))
export const locateRows = (written: WrittenRows, rows: readonly number[]): Promise<Requests['locate']['answer']> =>
  openedFile?.locate({ what: written, rows }) ?? Promise.resolve([])

/** The file to send; null if it is no longer the one that was checked and shown. */
export async function cleanFile(): Promise<Blob | null> {
  return (await cleanFileWithRows())?.file ?? null
}

/** That file, and the numbers of its rows in the file that the operator chose; undefined: Switchboard made that file. */
export async function cleanFileWithRows(): Promise<{ file: Blob; fileRows: string | undefined } | null> {
  const checkedFile = openedFile
  const { revision, pendingOperations, origin } = newBatch
  if (!checkedFile || pendingOperations > 0 || !(await checkedFile.isUnchanged())) return null
  const file = await checkedFile.write('clean')
  const fileRows = origin ? undefined : await checkedFile.rowNumbers('clean')
  return newBatch.revision === revision && newBatch.pendingOperations === 0 ? { file, fileRows } : null
}

/** Leaves out people found by a calling rule. @param rows their row numbers in the file that would be sent, as in a spreadsheet */
export async function leaveOutFound(rows: readonly number[], rule: LeftOutBy): Promise<void> {
  const { revision } = newBatch
  const allRows = (await openedFile?.sameNumbers(rows)) ?? []
  // If the file has changed meanwhile, these rows may belong to other people.
  if (allRows.length > 0 && newBatch.revision === revision && newBatch.pendingOperations === 0)
    applyOperation({ kind: 'leaveOut', rows: allRows, out: true, by: rule })
}

/** The numbers (E.164) of rows in which a column says "do not call". */
export const optedOutNumbers = (column: string): Promise<string[]> =>
  openedFile?.optedOut(column) ?? Promise.resolve([])
export const leftOutFile = (): Promise<Blob | null> => openedFile?.leftOut() ?? Promise.resolve(null)

const runnableStates: readonly string[] = ['not_started', 'unanswered']

function unansweredReason(error: unknown): string {
  if (!(error instanceof Refusal)) return 'The service’s response could not be read.'
  // A check has no effect, so the text does not mention whether anything was sent.
  return error.code === 'gateway_down' ? 'Switchboard is not responding.' : error.message
}

/** Runs one of the service's checks of the rows, unless it was already answered. Nothing waits for the answer. */
export async function runServiceCheck(checkName: keyof ServiceChecks): Promise<void> {
  const { readingNumber } = newBatch
  const checkedFile = openedFile
  if (
    !checkedFile ||
    newBatch.pendingOperations > 0 ||
    !runnableStates.includes(newBatch.serviceChecks[checkName].kind)
  )
    return
  if (checkName !== 'asRead' && callCountOf(newBatch) === 0) return
  if (checkName === 'asRead' && isTooLongForServiceCheck(newBatch)) return
  dispatch({ type: 'serviceCheckStarted', readingNumber, check: checkName })
  const startedCheck = newBatch.serviceChecks[checkName]
  // If the rows have changed meanwhile, the answer is about the previous rows.
  const isCurrent = () => newBatch.serviceChecks[checkName] === startedCheck
  try {
    const csv = await (checkName === 'asRead'
      ? checkedFile.write('asRead')
      : checkedFile.write('clean', partsOf(callCountOf(newBatch)).callsPerPart))
    const { data } = await request(checkName === 'preview' ? 'batchPreview' : 'batchValidate', {
      upload: {},
      file: csv,
    })
    if (isCurrent()) dispatch({ type: 'serviceCheckAnswered', readingNumber, answer: { [checkName]: data } })
  } catch (error) {
    if (isCurrent())
      dispatch({ type: 'serviceCheckUnanswered', readingNumber, check: checkName, reason: unansweredReason(error) })
  }
}

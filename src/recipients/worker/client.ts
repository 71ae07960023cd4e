/** The page's side of the worker: opens a file there and sends requests about it. */

import type { Operation } from '../check/repairs.ts'
import type { Choices, FileRefusal } from '../read.ts'
import type { Progress, RequestName, Requests, Summary, WorkerMessage, WrittenRows } from './protocol.ts'

/** The part of a Worker that is used here, so that tests can replace it. */
export interface ReaderWorker {
  postMessage: (message: unknown) => void
  addEventListener: (type: 'message' | 'error', listener: (event: { data?: unknown; message?: string }) => void) => void
  terminate: () => void
}
// This file is also compiled without the browser's types.
declare const Worker: new (address: URL, options: { type: 'module' }) => ReaderWorker

type RequestMethod<Name extends RequestName> = (request: Requests[Name]['request']) => Promise<Requests[Name]['answer']>

/** A file that is open in the worker. `Requests` describes its methods. */
export interface OpenFile {
  summary: Summary
  /** A refusal leaves the summary as it was. */
  choose: RequestMethod<'choose'>
  move: RequestMethod<'move'>
  variables: RequestMethod<'variables'>
  rows: RequestMethod<'rows'>
  block: RequestMethod<'block'>
  call: RequestMethod<'call'>
  empty: RequestMethod<'empty'>
  locate: RequestMethod<'locate'>
  rowNumbers: (what: WrittenRows) => Promise<string>
  sameNumbers: (rows: readonly number[]) => Promise<number[]>
  optedOut: (column: string) => Promise<string[]>
  /** @param maxRows only this many rows from the start */
  write: (what: WrittenRows, maxRows?: number) => Promise<Blob>
  /** The rows that will not be called, for a person to repair and import again. */
  leftOut: () => Promise<Blob>
  /** false: the file on the disk has changed since it was checked, or is gone. */
  isUnchanged: () => Promise<boolean>
  /** Terminates the worker. */
  close: () => void
}
export type OpenResult = { ok: true; opened: OpenFile } | { ok: false; refusal: FileRefusal }

const startWorker = (): ReaderWorker => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })

let spare: ReaderWorker | undefined
/** Starts a worker before a file is chosen, so that the first rows appear at once. Call it when the page opens. */
export function prepareReader(): void {
  spare ??= startWorker()
}
function takeWorker(): ReaderWorker {
  const worker = spare ?? startWorker()
  spare = undefined
  return worker
}

/** Requests to one worker. When it fails or is closed, all of them are rejected. */
function createConnection(worker: ReaderWorker, onProgress: (progress: Progress) => void) {
  const waiting = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>()
  let lastId = 0
  let ended: Error | undefined
  const end = (reason: Error) => {
    ended ??= reason
    worker.terminate()
    for (const { reject } of waiting.values()) reject(reason)
    waiting.clear()
  }
  worker.addEventListener('message', ({ data }) => {
    const answer = data as WorkerMessage
    if (answer.kind === 'progress') return onProgress(answer.progress)
    const request = waiting.get(answer.id)
    waiting.delete(answer.id)
    if (answer.kind === 'failure') request?.reject(new Error(answer.message))
    else request?.resolve(answer.answer as never)
  })
  worker.addEventListener('error', ({ message }) => end(new Error(message ?? 'The file reader stopped.')))
  return {
    request: <Name extends RequestName>(name: Name, request: Requests[Name]['request']) =>
      new Promise<Requests[Name]['answer']>((resolve, reject) => {
        if (ended) return reject(ended)
        const id = ++lastId
        waiting.set(id, { resolve, reject })
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
        worker.postMessage({ id, name, ...request })
      }),
    end,
  }
}

/**
 * Reads and checks a file in the worker, while the page stays free.
 *
 * @param onProgress called with each stage, and with the first rows as soon as they are read
 * @param options `operations` are the changes of a launch that is continued; `variables` are those of the chosen agent's flow;
 *   `countries` are those that the workspace calls; `signal` terminates the worker and rejects with the signal's
 *   reason; `worker` replaces the real one in tests
 * @returns the open file, or why it cannot be used. Rejects if the file cannot be read from the disk
 */
export async function openFile(
  file: Blob,
  choices: Choices,
  onProgress: (progress: Progress) => void,
  options: {
    operations?: readonly Operation[]
    variables?: readonly string[]
    countries?: readonly string[]
    signal?: AbortSignal
    worker?: ReaderWorker
  } = {},
): Promise<OpenResult> {
  const { operations = [], variables = [], countries = [], signal, worker = takeWorker() } = options
  const connection = createConnection(worker, onProgress)
  const cancel = () => connection.end(signal?.reason instanceof Error ? signal.reason : new Error('Cancelled.'))
  signal?.addEventListener('abort', cancel, { once: true })
  if (signal?.aborted) cancel()
  const close = () => connection.end(new Error('The file was closed.'))

  const verdicts = await connection
    .request('open', { file, choices, operations, variables, countries })
    .finally(() => signal?.removeEventListener('abort', cancel))
  if (!verdicts.ok) {
    close()
    return verdicts
  }
  const csv = (bytes: Uint8Array<ArrayBuffer>) => new Blob([bytes], { type: 'text/csv;charset=utf-8' })
  const withSummary = (next: Requests['move']['answer']) => {
    if (next.ok) opened.summary = next.summary
    return next
  }
  const opened: OpenFile = {
    summary: verdicts.summary,
    choose: (request) => connection.request('choose', request).then(withSummary),
    move: (request) => connection.request('move', request).then(withSummary),
    variables: (request) => connection.request('variables', request).then(withSummary),
    rows: (request) => connection.request('rows', request),
    block: (request) => connection.request('block', request),
    call: (request) => connection.request('call', request),
    empty: (request) => connection.request('empty', request),
    locate: (request) => connection.request('locate', request),
    write: (what, maxRows) => connection.request('write', { what, maxRows }).then(csv),
    rowNumbers: (what) => connection.request('rowNumbers', { what }),
    sameNumbers: (rows) => connection.request('sameNumbers', { rows }),
    optedOut: (column) => connection.request('optedOut', { column }),
    leftOut: () => connection.request('leftOut', {}).then(csv),
    // Browsers refuse to read a file that changed after it was chosen.
    isUnchanged: () =>
      file
        .slice(0, 1)
        .arrayBuffer()
        .then(
          () => true,
          () => false,
        ),
    close,
  }
  return { ok: true, opened }
}

/**
 * Converts a sheet of a workbook to CSV in the worker.
 *
 * @param sheet its name. Default: the first one with phone numbers
 * @returns the CSV and the workbook's sheets, or why the workbook cannot be used
 */
export async function sheetInCsv(
  file: Blob,
  sheet: string | undefined,
  bytesLimit: number,
  worker = takeWorker(),
): Promise<Requests['convert']['answer']> {
  const connection = createConnection(worker, () => {})
  return connection
    .request('convert', { file, sheet, bytesLimit })
    .finally(() => connection.end(new Error('The file was closed.')))
}

/** The page's side of the worker: opens a file there and asks about it. */

import type { Operation } from '../check/repairs.ts'
import type { Choices, FileRefusal } from '../read.ts'
import type { Answer, Progress, Summary, Talk, TalkName, Written } from './protocol.ts'

/** As much of a Worker as is used here; also what stands for one in a test. */
export interface ReaderWorker {
  postMessage: (message: unknown) => void
  addEventListener: (type: 'message' | 'error', listener: (event: { data?: unknown; message?: string }) => void) => void
  terminate: () => void
}
// This file is also compiled without the browser's types, which alone know Worker.
declare const Worker: new (address: URL, options: { type: 'module' }) => ReaderWorker

type Ask<Name extends TalkName> = (question: Talk[Name]['question']) => Promise<Talk[Name]['answer']>

/** A file that is open in the worker; what its methods ask is said at `Talk`. */
export interface Opened {
  summary: Summary
  /** A refusal leaves the summary as it was. */
  choose: Ask<'choose'>
  move: Ask<'move'>
  rows: Ask<'rows'>
  block: Ask<'block'>
  call: Ask<'call'>
  empty: Ask<'empty'>
  locate: Ask<'locate'>
  sameNumbers: (rows: readonly number[]) => Promise<number[]>
  optedOut: (column: string) => Promise<string[]>
  /** @param most only the first so many rows */
  write: (what: Written, most?: number) => Promise<Blob>
  /** The rows that will not be called, for a person to repair and import again. */
  leftOut: () => Promise<Blob>
  /** false: the file on the disk is no longer the one that was checked, or is gone. */
  isUnchanged: () => Promise<boolean>
  /** Ends the worker and forgets the rows. */
  close: () => void
}
export type Opening = { ok: true; opened: Opened } | { ok: false; refusal: FileRefusal }

const startWorker = (): ReaderWorker => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })

let spare: ReaderWorker | undefined
/** Starts a worker before a file is chosen, so that the first rows show at once. Call it when the page opens. */
export function prepareReader(): void {
  spare ??= startWorker()
}
function takeWorker(): ReaderWorker {
  const worker = spare ?? startWorker()
  spare = undefined
  return worker
}

/** Questions and answers over one worker. When it fails or is closed, every question is rejected. */
function createTalk(worker: ReaderWorker, onProgress: (progress: Progress) => void) {
  const waiting = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>()
  let asked = 0
  let over: Error | undefined
  const end = (reason: Error) => {
    over ??= reason
    worker.terminate()
    for (const { reject } of waiting.values()) reject(reason)
    waiting.clear()
  }
  worker.addEventListener('message', ({ data }) => {
    const answer = data as Answer
    if (answer.kind === 'progress') return onProgress(answer.progress)
    const question = waiting.get(answer.id)
    waiting.delete(answer.id)
    if (answer.kind === 'failure') question?.reject(new Error(answer.message))
    else question?.resolve(answer.answer as never)
  })
  worker.addEventListener('error', ({ message }) => end(new Error(message ?? 'The file reader stopped.')))
  return {
    ask: <Name extends TalkName>(name: Name, question: Talk[Name]['question']) =>
      new Promise<Talk[Name]['answer']>((resolve, reject) => {
        if (over) return reject(over)
        const id = ++asked
        waiting.set(id, { resolve, reject })
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
        worker.postMessage({ id, name, ...question })
      }),
    end,
  }
}

/**
 * Reads and checks a file in the worker, while the page stays free.
 *
 * @param onProgress told of each stage, and early of the first rows
 * @param options `operations` are those that stand when a launch is gone on with; `signal` cancels: the worker is ended and the promise rejected with the signal's reason; `worker` stands in for
 *   the real one
 * @returns the opened file, or why it cannot be used. Rejects when the file cannot be read from the disk
 */
export async function openFile(
  file: Blob,
  choices: Choices,
  onProgress: (progress: Progress) => void,
  options: { operations?: readonly Operation[]; signal?: AbortSignal; worker?: ReaderWorker } = {},
): Promise<Opening> {
  const { operations = [], signal, worker = takeWorker() } = options
  const talk = createTalk(worker, onProgress)
  const cancel = () => talk.end(signal?.reason instanceof Error ? signal.reason : new Error('Cancelled.'))
  signal?.addEventListener('abort', cancel, { once: true })
  if (signal?.aborted) cancel()
  const close = () => talk.end(new Error('The file was closed.'))

  const verdicts = await talk
    .ask('open', { file, choices, operations })
    .finally(() => signal?.removeEventListener('abort', cancel))
  if (!verdicts.ok) {
    close()
    return verdicts
  }
  const csv = (bytes: Uint8Array<ArrayBuffer>) => new Blob([bytes], { type: 'text/csv;charset=utf-8' })
  const keep = (next: Talk['move']['answer']) => {
    if (next.ok) opened.summary = next.summary
    return next
  }
  const opened: Opened = {
    summary: verdicts.summary,
    choose: (question) => talk.ask('choose', question).then(keep),
    move: (question) => talk.ask('move', question).then(keep),
    rows: (question) => talk.ask('rows', question),
    block: (question) => talk.ask('block', question),
    call: (question) => talk.ask('call', question),
    empty: (question) => talk.ask('empty', question),
    locate: (question) => talk.ask('locate', question),
    write: (what, most) => talk.ask('write', { what, most }).then(csv),
    sameNumbers: (rows) => talk.ask('sameNumbers', { rows }),
    optedOut: (column) => talk.ask('optedOut', { column }),
    leftOut: () => talk.ask('leftOut', {}).then(csv),
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

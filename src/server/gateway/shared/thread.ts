/**
 * Work on large files in a thread of its own, so that nobody waits for it. One at a time: each needs a core, and a multiple of its
 * file in memory. A thread for each file costs less than it saves, and leaves nothing to keep.
 */
import { parentPort, type TransferListItem, Worker, workerData } from 'node:worker_threads'
import type { RefusalData } from '#contract/shared/error-forms.ts'
import { Refusal } from '#contract/shared/refusal.ts'

/** Bytes from which on a thread is worth its start; fewer are read within a few ms. */
export const largeBytes = 128 * 1024

type Told<Output> = { done: Output } | { refused: RefusalData }

async function run<Output>(file: URL, input: unknown, transferList: readonly TransferListItem[]): Promise<Output> {
  // The thread needs none of the process's own flags, and nothing of its environment.
  const worker = new Worker(file, { execArgv: [], env: {}, workerData: input, transferList: [...transferList] })
  try {
    const told = await new Promise<Told<Output>>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
    })
    if ('done' in told) return told.done
    const error = new Refusal(told.refused)
    throw error
  } finally {
    // Not waited for: it has nothing left to do.
    void worker.terminate()
  }
}

let before: Promise<unknown> = Promise.resolve()

/**
 * Has a thread do its work.
 *
 * @param file its module, which calls `answerWith`
 * @param transfer what of the input becomes the thread's own, and is not copied
 * @throws Refusal as the work does
 */
export function inThread<Output>(
  file: URL,
  input: unknown,
  transfer: readonly TransferListItem[] = [],
): Promise<Output> {
  const mine = before.then(() => run<Output>(file, input, transfer))
  before = mine.catch(() => undefined)
  return mine
}

/**
 * In the thread: does its work and hands over what came out.
 *
 * @param work its Refusal is handed over too
 * @param transferOf what of the output is not copied
 */
export async function answerWith<Output>(
  work: (input: never) => Output | Promise<Output>,
  transferOf: (output: Output) => TransferListItem[] = () => [],
): Promise<void> {
  try {
    const done = await work(workerData as never)
    parentPort?.postMessage({ done } satisfies Told<Output>, transferOf(done))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    parentPort?.postMessage({ refused: error.data } satisfies Told<Output>, [])
  }
}

/**
 * Work on a large file in a process of its own, so that nobody waits for it. Not in a thread: Node was seen to end with SIGSEGV while
 * threads began and ended in a process that had run for minutes, and a gateway must not end by an upload. A process for each file costs
 * less than it saves, and leaves nothing to keep.
 */

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Bytes from which on a process is worth its start; fewer are read within a few ms. */
export const largeBytes = 128 * 1024

/** What a child says: what came out, or nothing when it failed; what went wrong is on its standard error output. */
interface ChildAnswer<Output> {
  done: Output
}

/**
 * Has a child do its work.
 *
 * @param file its module, which calls `answerParent`
 * @param input what can be cloned
 * @returns what came out, and when the child is gone
 * @throws Error when it ends without an answer, however that came
 */
export function runInChild<Output>(file: URL, input: unknown): { answer: Promise<Output>; gone: Promise<unknown> } {
  // The child needs none of the process's own flags, and nothing of its environment.
  const child = fork(fileURLToPath(file), [], {
    execArgv: [],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  const answer = new Promise<Output>((resolve, reject) => {
    child.once('message', (told) => resolve((told as ChildAnswer<Output>).done))
    child.once('error', reject)
    // Not "exit", which can come before what was written last.
    child.once('close', (code, signal) =>
      reject(new Error(`The process for ${file.pathname.split('/').at(-1)} ended early: ${signal ?? code}.`)),
    )
    // Why it cannot be sent is told by its end.
    child.send(input as object, () => {})
  })
  return { answer, gone }
}

/** In the child: does its work once and hands over what came out. */
export async function answerParent<Output>(work: (input: never) => Output | Promise<Output>): Promise<void> {
  const [input] = (await once(process, 'message')) as [never]
  process.send?.({ done: await work(input) } satisfies ChildAnswer<Output>, () => process.disconnect())
}

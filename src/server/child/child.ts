/**
 * Runs work on a large file in a child process, so that it blocks no request. It does not use a thread, because
 * Node crashed with SIGSEGV while threads started and ended in a process that had run for minutes, and an upload must not end a gateway.
 * Starting a process costs less than blocking requests would, and leaves no state behind.
 */

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Files of this size or more are processed in a child process. Smaller ones take a few ms. */
export const childProcessMinBytes = 128 * 1024

/** A child's message. A child that fails sends none: its error is on its standard error output. */
interface ChildAnswer<Output> {
  result: Output
}

/**
 * Runs a module in a child process.
 *
 * @param file the child's module, which calls `answerParent`
 * @param input any value that can be cloned
 * @returns `answer`: the result; rejects with an Error if the child ends without one. `exited`: resolves when the child has exited
 */
export function runInChild<Output>(file: URL, input: unknown): { answer: Promise<Output>; exited: Promise<unknown> } {
  // The child needs neither this process's flags nor its environment.
  const child = fork(fileURLToPath(file), [], {
    execArgv: [],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  const answer = new Promise<Output>((resolve, reject) => {
    child.once('message', (message) => resolve((message as ChildAnswer<Output>).result))
    child.once('error', reject)
    // Not "exit", which can come before the last message.
    child.once('close', (code, signal) =>
      reject(new Error(`The process for ${file.pathname.split('/').at(-1)} ended early: ${signal ?? code}.`)),
    )
    // If sending fails, the child ends, and "close" rejects the answer.
    child.send(input as object, () => {})
  })
  return { answer, exited }
}

/** In the child: waits for the input, runs the work once and sends its result. */
export async function answerParent<Output>(work: (input: never) => Output | Promise<Output>): Promise<void> {
  const [input] = (await once(process, 'message')) as [never]
  process.send?.({ result: await work(input) } satisfies ChildAnswer<Output>, () => process.disconnect())
}

/** Runs work on large files in child processes, one at a time: each needs a core and a multiple of its file's size in memory. */
import type { RefusalData } from '#contract/shared/error-forms.ts'
import { Refusal } from '#contract/shared/refusal.ts'
import { answerParent, runInChild } from '#server/child/child.ts'

type QueuedAnswer<Output> = { done: Output } | { refused: RefusalData }

let before: Promise<unknown> = Promise.resolve()

/**
 * Runs a module in a child process, after the earlier ones have exited.
 *
 * @param file the module, which calls `answerParentOrRefuse`
 * @throws Refusal of the work
 */
export async function runInQueuedChild<Output>(file: URL, input: unknown): Promise<Output> {
  const mine = before.then(() => runInChild<QueuedAnswer<Output>>(file, input))
  before = mine.then(({ exited }) => exited).catch(() => undefined)
  const answer = await (await mine).answer
  if ('done' in answer) return answer.done
  const error = new Refusal(answer.refused)
  throw error
}

/**
 * Called in the child: runs the work and sends its result to the parent.
 *
 * @param work a Refusal that it throws is sent too
 */
export const answerParentOrRefuse = <Output>(work: (input: never) => Output | Promise<Output>): Promise<void> =>
  answerParent<QueuedAnswer<Output>>(async (input) => {
    try {
      return { done: await work(input) }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { refused: error.data }
    }
  })

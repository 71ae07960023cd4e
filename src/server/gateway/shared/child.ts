/** Runs work on large files in child processes, one at a time: each needs a core and a multiple of its file's size in memory. */
import type { RefusalData } from '#contract/shared/error-forms.ts'
import { Refusal } from '#contract/shared/refusal.ts'
import { answerParent, runInChild } from '#server/child/child.ts'

type QueuedAnswer<Output> = { done: Output } | { refused: RefusalData }

let before: Promise<unknown> = Promise.resolve()

/**
 * Runs a module in a child process, after the earlier ones have exited.
 *
 * @param file its module, which calls `answerWith`
 * @throws Refusal as the work does
 */
export async function runInQueuedChild<Output>(file: URL, input: unknown): Promise<Output> {
  const mine = before.then(() => runInChild<QueuedAnswer<Output>>(file, input))
  before = mine.then(({ gone }) => gone).catch(() => undefined)
  const told = await (await mine).answer
  if ('done' in told) return told.done
  const error = new Refusal(told.refused)
  throw error
}

/**
 * In the child: does its work and hands over what came out.
 *
 * @param work its Refusal is handed over too
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

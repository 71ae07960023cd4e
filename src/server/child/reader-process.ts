/** The process that reads files: runs the module that it is sent, and answers with its result. See `reader.ts`. */
import { createReceiver, sendValue } from './messages.ts'

/** What a process is sent: a module whose default export does the work, and its input. */
export interface Task {
  file: string
  input: unknown
}
/** What a process answers. One that fails answers nothing: its error is on its standard error output. */
export interface TaskAnswer<Output> {
  result: Output
  /** The process has used so much memory that it ends. */
  isLast: boolean
}

/** With more memory than this, MB, it ends, so that what one large file took is free. */
const maxIdleMb = 256

async function answer({ file, input }: Task): Promise<void> {
  const { default: work } = (await import(/* @vite-ignore */ file)) as { default: (input: unknown) => unknown }
  const result = await work(input)
  const isLast = process.memoryUsage.rss() > maxIdleMb * 1024 * 1024
  await sendValue(process, { result, isLast } satisfies TaskAnswer<unknown>)
  if (isLast) process.disconnect()
}

process.on(
  'message',
  createReceiver((task) => void answer(task as Task)),
)

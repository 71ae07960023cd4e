/**
 * Reads files in processes of their own, so that no file blocks a request, whatever its size: a wide file of 32 KB can take as long as a
 * long one of 20 MB. It does not use threads, because Node crashed with SIGSEGV while threads started and ended in a process that had run
 * for minutes, and an upload must not end a gateway.
 *
 * A process that has read a small file stays for the next one for a while, since starting one takes longer than reading most files.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createReceiver, sendValue } from './messages.ts'
import type { Task, TaskAnswer } from './reader-process.ts'
import { createTurns, type Waiting } from './turns.ts'

/** Reading a file was ended because it took too much. */
export class TooMuchToRead extends Error {
  readonly of: 'time' | 'memory'
  constructor(of: 'time' | 'memory') {
    super(`Reading a file took too much ${of}.`)
    this.of = of
  }
}

/** Whose file is read. */
export interface Reading extends Waiting {
  /** Ends the reading, or the wait for it: whoever sent the file has gone. */
  signal?: AbortSignal | undefined
}

/** A process that is not needed for so long ends, ms. */
const idleMs = 30_000
/** So much memory is enough for the largest file, MB. */
const maxHeapMb = 2_048

/** The folder in which Node keeps compiled code; undefined: nobody has named one. */
const { NODE_COMPILE_CACHE: compileCache } = process.env

/**
 * Starts a process. It needs neither this process's flags nor its environment, except the folder of compiled code: most of what it takes
 * to read a small file is to compile the modules that read it.
 */
const startProcess = (): ChildProcess =>
  fork(fileURLToPath(new URL('./reader-process.ts', import.meta.url)), [], {
    execArgv: [`--max-old-space-size=${maxHeapMb}`],
    env: compileCache === undefined ? {} : { NODE_COMPILE_CACHE: compileCache },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })

export type FileReader = ReturnType<typeof createFileReader>

/**
 * Creates a reader of files.
 *
 * @param limits.places how many files are read at once, the last of them only for a start. Each needs a multiple of its size in memory
 * @param limits.perPerson how many of one person
 * @param limits.maxMs how long reading a file may take
 */
export function createFileReader({ places = 4, perPerson = 2, maxMs = 30_000 } = {}) {
  const turns = createTurns({ places, keptForStarts: 1, perPerson })
  /** Processes that wait for a file, with what ends them. */
  const idle = new Map<ChildProcess, () => void>()

  function keep(child: ChildProcess): void {
    const end = () => {
      forget()
      child.disconnect()
    }
    const timer = setTimeout(end, idleMs)
    const forget = () => {
      clearTimeout(timer)
      child.off('exit', forget)
      idle.delete(child)
    }
    child.once('exit', forget)
    idle.set(child, forget)
    // It does not keep this process from ending, and ends with it.
    timer.unref()
    child.unref()
    child.channel?.unref()
  }

  function takeProcess(): ChildProcess {
    const [known] = idle
    if (!known) return startProcess()
    const [child, forget] = known
    forget()
    child.ref()
    child.channel?.ref()
    return child
  }

  function runIn<Output>(child: ChildProcess, task: Task, signal: AbortSignal | undefined): Promise<Output> {
    const { promise, resolve, reject } = Promise.withResolvers<Output>()
    const settling = new AbortController()
    const stop = (reason: unknown) => {
      child.kill('SIGKILL')
      reject(reason)
    }
    const timer = setTimeout(() => stop(new TooMuchToRead('time')), /* guard: reading-ends-in-time */ maxMs)
    // guard: reading-ends-with-its-request
    signal?.addEventListener('abort', () => stop(signal.reason), { signal: settling.signal })
    const onMessage = createReceiver((value) => {
      const { result, isLast } = value as TaskAnswer<Output>
      settle()
      if (!isLast) keep(child)
      resolve(result)
    })
    // Not "exit", which can come before the last message.
    const onClose = (code: number | null, ended: string | null) =>
      // Node aborts when its heap is full.
      stop(
        ended === 'SIGABRT'
          ? new TooMuchToRead('memory')
          : new Error(`The process for ${nameOf(task)} ended early: ${ended ?? code}.`),
      )
    const settle = () => {
      clearTimeout(timer)
      settling.abort()
      child.off('message', onMessage).off('error', stop).off('close', onClose)
    }
    child.on('message', onMessage).once('error', stop).once('close', onClose)
    // If sending fails, the process ends, and "close" rejects the answer.
    void sendValue(child, task)
    return promise.finally(settle)
  }

  return {
    /**
     * Runs a module in a process.
     *
     * @param file the module, whose default export takes the input
     * @param input any value that can be cloned
     * @throws TooMuchToRead if it takes too long or too much memory; the signal's reason if that ends first; Error if the process ends
     *   without an answer
     */
    async run<Output>(file: URL, input: unknown, { signal, ...who }: Reading): Promise<Output> {
      const end = await turns.take(who, signal)
      try {
        return await runIn<Output>(takeProcess(), { file: file.href, input }, signal)
      } finally {
        end()
      }
    },
  }
}

const nameOf = ({ file }: Task): string => file.split('/').at(-1) ?? file

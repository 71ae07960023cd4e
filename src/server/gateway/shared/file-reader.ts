/** Reads what people upload in processes of their own, and refuses what takes too long. */
import { readFile } from 'node:fs/promises'
import type { RefusalData } from '#contract/shared/error-forms.ts'
import { Refusal } from '#contract/shared/refusal.ts'
import { createFileReader, type FileReader, type Reading, TooMuchToRead } from '#server/child/reader.ts'
import { refusal, requestIncomplete } from './refusals.ts'

/** A file in the data folder. */
export interface StoredFile {
  path: string
}
/** A file's bytes, or where they are. A process that reads it gets the latter, so that they need not pass through this one. */
export type FileSource = Uint8Array<ArrayBuffer> | StoredFile

export const bytesOf = async (file: FileSource): Promise<Uint8Array<ArrayBuffer>> =>
  file instanceof Uint8Array ? file : readFile(file.path)

type Answer<Output> = { done: Output } | { refused: RefusalData }

const why = {
  time: 'This file takes longer than 30 seconds to read.',
  memory: 'This file takes more memory to read than Switchboard has.',
} as const

/** One for the whole process, because its processors and its memory are shared, too. */
const reader = createFileReader()

/**
 * Runs a module in a process of its own.
 *
 * @param file the module, whose default export is made by `answerOrRefuse`
 * @param reading whose file it is
 * @throws Refusal of the work; 400 if it takes too much time or memory, or if the request ends first
 */
export async function readElsewhere<Output>(
  file: URL,
  input: unknown,
  reading: Reading,
  by: FileReader = reader,
): Promise<Output> {
  const answer = await by.run<Answer<Output>>(file, input, reading).catch((error: unknown) => {
    if (reading.signal?.aborted) throw requestIncomplete()
    if (!(error instanceof TooMuchToRead)) throw error
    // guard: long-reading-is-refused
    throw refusal({
      status: 400,
      code: 'invalid_request',
      message: `${why[error.of]} Nothing was sent. Split it into several files, or remove columns that the calls do not need.`,
      fields: { file: why[error.of] },
    })
  })
  if ('done' in answer) return answer.done
  const error = new Refusal(answer.refused)
  throw error
}

/** Makes the default export of a module that a process runs. @param work a Refusal that it throws is sent, too */
export const answerOrRefuse =
  <Input, Output>(work: (input: Input) => Output | Promise<Output>) =>
  async (input: Input): Promise<Answer<Output>> => {
    try {
      return { done: await work(input) }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { refused: error.data }
    }
  }

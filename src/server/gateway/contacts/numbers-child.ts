/** What a process runs to read a file of numbers; see `numbers-to-add.ts`. */
import { answerOrRefuse, bytesOf, type FileSource } from '../shared/file-reader.ts'
import { type NumbersToRead, readSlices } from './numbers-to-add.ts'

/** The numbers of a file. */
export interface FileOfNumbers extends Omit<NumbersToRead, 'bytes'> {
  file: FileSource
}

export default answerOrRefuse(async ({ file, ...options }: FileOfNumbers) =>
  readSlices({ ...options, bytes: await bytesOf(file) }),
)

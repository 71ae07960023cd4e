/** The thread that reads a large file of numbers; see `numbers-to-add.ts`. */
import { answerWith } from '../shared/thread.ts'
import { type NumbersToRead, readSlices } from './numbers-to-add.ts'

await answerWith((wanted: NumbersToRead) => readSlices(wanted))

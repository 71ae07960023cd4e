/** The process that reads a large file of numbers; see `numbers-to-add.ts`. */
import { answerWith } from '../shared/child.ts'
import { readSlices } from './numbers-to-add.ts'

await answerWith(readSlices)

/** Child process that reads a large file of numbers; see `numbers-to-add.ts`. */
import { answerParentOrRefuse } from '../shared/child.ts'
import { readSlices } from './numbers-to-add.ts'

await answerParentOrRefuse(readSlices)

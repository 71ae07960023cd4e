/** What a process runs to read a file of numbers; see `numbers-to-add.ts`. */
import { answerOrRefuse } from '../shared/file-reader.ts'
import { readSlices } from './numbers-to-add.ts'

export default answerOrRefuse(readSlices)

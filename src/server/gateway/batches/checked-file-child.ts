/** What a process runs to parse the file of a start (`checked-file.ts`). */
import { answerOrRefuse } from '../shared/file-reader.ts'
import { parseFile } from './read-file.ts'

export default answerOrRefuse(parseFile)

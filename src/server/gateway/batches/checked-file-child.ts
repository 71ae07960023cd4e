/** The process that reads one large file; see `checked-file.ts`. */
import { answerParentOrRefuse } from '../shared/child.ts'
import { read } from './read-file.ts'

await answerParentOrRefuse(read)

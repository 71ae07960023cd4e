/** Entry of the child process that parses one large file (`checked-file.ts`). */
import { answerParentOrRefuse } from '../shared/child.ts'
import { parseFile } from './read-file.ts'

await answerParentOrRefuse(parseFile)

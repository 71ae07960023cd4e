/** The process that takes a large upload apart; see `upload.ts`. */
import { answerParentOrRefuse } from '../shared/child.ts'
import { parseMultipart } from './upload-parts.ts'

await answerParentOrRefuse(parseMultipart)

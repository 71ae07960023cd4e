/** Child process that parses a large upload; see `upload.ts`. */
import { answerParentOrRefuse } from '../shared/child.ts'
import { parseMultipart } from './upload-parts.ts'

await answerParentOrRefuse(parseMultipart)

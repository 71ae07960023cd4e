/** The process that takes a large upload apart; see `upload.ts`. */
import { answerWith } from '../shared/child.ts'
import { partsOf } from './upload-parts.ts'

await answerWith(partsOf)

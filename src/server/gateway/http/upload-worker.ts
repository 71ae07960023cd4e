/** The thread that takes a large upload apart; see `upload.ts`. */
import { answerWith } from '../shared/thread.ts'
import { partsOf, type Sent } from './upload-parts.ts'

await answerWith(
  (sent: Sent) => partsOf(sent),
  (parts) => (parts?.file ? [parts.file] : []),
)

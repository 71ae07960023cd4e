/** The thread that reads one large file; see `checked-file.ts`. */
import { answerWith } from '../shared/thread.ts'
import { type FileToCheck, read } from './read-file.ts'

await answerWith(
  (wanted: FileToCheck) => read(wanted),
  ({ rows, text, ends }) => [rows.buffer, text.buffer, ends.buffer],
)

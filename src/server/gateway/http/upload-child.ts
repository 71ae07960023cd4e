/** What a process runs to parse an upload; see `parse.ts`. */
import parseMultipart from '#server/child/multipart.ts'
import { answerOrRefuse } from '../shared/file-reader.ts'

export default answerOrRefuse(parseMultipart)

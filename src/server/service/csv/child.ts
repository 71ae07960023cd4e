/** The child process that reads one large file; see `csv.ts`. */
import { answerParent } from '#server/child/child.ts'
import { type CsvRequest, csvOperations } from './read.ts'

await answerParent(({ operation, file, limit }: CsvRequest) => csvOperations[operation](file, limit))

/** The process that reads one large file; see `csv.ts`. */
import { answerParent } from '#server/child/child.ts'
import { readings, type Wanted } from './read.ts'

await answerParent(({ reading, file, limit }: Wanted) => readings[reading](file, limit))

/** What a process runs to read a file; see `csv.ts`. */
import { type CsvRequest, csvOperations } from './read.ts'

export default ({ operation, file, limit }: CsvRequest) => csvOperations[operation](file, limit)

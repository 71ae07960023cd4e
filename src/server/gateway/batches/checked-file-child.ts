/** What a process runs to parse the file of a start (`checked-file.ts`). */
import { answerOrRefuse, bytesOf, type FileSource } from '../shared/file-reader.ts'
import { parseFile, parsePeople } from './read-file.ts'

export interface FileToCheck {
  file: FileSource
  /** Key of the numbers' hashes. */
  key: string
  /** A check of the people needs no clean file, which is as large as the one that was uploaded. */
  wanted: 'people' | 'file'
}

export default answerOrRefuse(async ({ file, key, wanted }: FileToCheck) => {
  const toParse = { file: await bytesOf(file), key }
  return wanted === 'people' ? parsePeople(toParse) : parseFile(toParse)
})

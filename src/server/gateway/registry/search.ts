/** Search over what the team has seen, and the line that stands beside what was found. */
import type { Found } from '#contract/index.ts'
import { searchDigits } from '#phone/search-digits.ts'
import type { Store } from '../store/store.ts'
import { batchRows, type Progress } from './batches.ts'
import { hasWordsOf, namedOnly } from './search-index.ts'

const mostFound = 30

/** "processing, 10 calls"; without the number where the service does not tell it. */
const noteOf = ({ status, total }: Progress): string =>
  total === null ? status : `${status}, ${total} ${total === 1 ? 'call' : 'calls'}`

/** Finds what the team has seen by the words of its name and id, in any order, or by a part of its number in any spelling. */
export async function search(store: Store, text: string): Promise<Found[]> {
  const digits = searchDigits(text)
  const hasWords = hasWordsOf(text, digits.length > 0 ? 'as typed' : 'any')
  if (!hasWords) return []
  const batches = await batchRows(store).where(hasWords).orderBy('seen_at', 'desc').limit(mostFound).execute()
  const others = await store
    .selectFrom('seen')
    .select(['kind', 'id', 'title', 'note'])
    .where('kind', 'not in', namedOnly)
    .where((eb) => eb.or([hasWords, ...digits.map((one) => eb('digits', 'like', `%${one}%`))]))
    .orderBy('at', 'desc')
    .limit(mostFound)
    .execute()
  const found = batches.map(
    ({ batch_id: id, name: title, progress }): Found => ({
      kind: 'batch',
      id,
      title,
      note: progress === null ? '' : noteOf(JSON.parse(progress) as Progress),
    }),
  )
  return [...found, ...(others as Found[])].slice(0, mostFound)
}

/** An entry of the do-not-call list in words: where it comes from, and its end date as a form has it. Pure. */
import type { DoNotCallFacts, DoNotCallSource } from '#contract/index.ts'
import { paths } from '#kit/navigation/paths.ts'

/** What stands in for the digits that are not stored. */
export const maskedNumber = (lastTwo: string): string => `••• ${lastTwo}`

const sources: Record<DoNotCallSource, { word: string; path: ((id: string) => string) | null }> = {
  hand: { word: 'By hand', path: null },
  call: { word: 'Call', path: paths.call },
  conversation: { word: 'Conversation', path: paths.conversation },
  batch_row: { word: 'Batch', path: (id) => paths.batch(id) },
  import: { word: 'Import', path: null },
  column: { word: 'Column of a batch’s file', path: null },
}

/** "Import of list.csv", and the page that it leads to. */
export function sourceInWords({ kind, name, id }: DoNotCallFacts['source']): { word: string; path: string | null } {
  const { word, path } = sources[kind]
  return { word: name ? `${word} of ${name}` : word, path: id && path ? path(id) : null }
}

/**
 * The moment at which an entry ends whose last day is this one, in this browser's zone.
 *
 * @param day as a date field has it; '' for no end
 * @param now epoch ms, by the gateway's clock
 */
export function endOfDay(
  day: string,
  now: number,
): { ok: true; until: string | undefined } | { ok: false; problem: string } {
  if (day === '') return { ok: true, until: undefined }
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const end = new Date(year, month - 1, date + 1)
  if (Number.isNaN(end.getTime())) return { ok: false, problem: 'This is not a date.' }
  if (end.getTime() <= now) return { ok: false, problem: 'This day has passed.' }
  return { ok: true, until: end.toISOString() }
}

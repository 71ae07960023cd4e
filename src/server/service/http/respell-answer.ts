/** Changes an answer to the alternate spelling of another deployment (interface 8), for the sentinel `drifted`. */

type Fields = Record<string, unknown>
/** Alternate names of ID fields. They apply to records only: the `id` of a flow's step keeps its name. */
const alternateNames: Record<string, string> = { id: '_id', _id: 'id' }
const isRecord = (fields: Fields) => ['createdAt', 'roomName', 'progress'].some((name) => name in fields)
const isTime = (name: string, value: unknown): value is string =>
  /^(created|updated|started|ended|joined)At$/.test(name) && typeof value === 'string'

/**
 * Respells an answer: swaps `_id` and `id`, turns times into epoch seconds, and adds an unknown field to every record.
 *
 * @param answer JSON; not modified
 */
export function respellAnswer(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(respellAnswer)
  if (typeof answer !== 'object' || answer === null) return answer
  const isOfRecord = isRecord(answer as Fields)
  const entries = Object.entries(answer).map(([name, value]): [string, unknown] => [
    isOfRecord ? (alternateNames[name] ?? name) : name,
    isTime(name, value) ? Date.parse(value) / 1000 : respellAnswer(value),
  ])
  return { ...Object.fromEntries(entries), ...(isOfRecord && { addedLater: { unknown: true } }) }
}

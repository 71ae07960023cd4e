/** An answer as another deployment may spell it (interface 8): for the sentinel `drifted`. */

type Fields = Record<string, unknown>
/** Ids under their other name. Only of records: the steps of a flow have ids of their own. */
const otherNames: Record<string, string> = { id: '_id', _id: 'id' }
const isRecord = (fields: Fields) => ['createdAt', 'roomName', 'progress'].some((name) => name in fields)
const isMoment = (name: string, value: unknown): value is string =>
  /^(created|updated|started|ended|joined)At$/.test(name) && typeof value === 'string'

/**
 * Spells an answer otherwise: `_id` for `id` and back, moments as epoch seconds, and in every record a field that nobody knows.
 *
 * @param answer JSON; nothing of it is changed
 */
export function respellAnswer(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(respellAnswer)
  if (typeof answer !== 'object' || answer === null) return answer
  const record = isRecord(answer as Fields)
  const entries = Object.entries(answer).map(([name, value]): [string, unknown] => [
    record ? (otherNames[name] ?? name) : name,
    isMoment(name, value) ? Date.parse(value) / 1000 : respellAnswer(value),
  ])
  return { ...Object.fromEntries(entries), ...(record && { addedLater: { by: 'nobody knows' } }) }
}

/**
 * A record while somebody writes it, field by field: each field is a path such as `voice.provider`, in the record, in the draft
 * and in what is sent alike. Pure.
 */

type Fields = Record<string, unknown>
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What stands at a path; null where nothing does. */
export function valueAt(record: unknown, path: string): unknown {
  let value = record
  for (const step of path.split('.')) value = isObject(value) ? value[step] : undefined
  return value ?? null
}

/** The same with one value changed; what else stands beside it, known or not, stays. */
export function withValue<T>(record: T, path: string, value: unknown): T {
  const [step = '', ...rest] = path.split('.')
  const before = valueAt(record, step)
  const after = rest.length === 0 ? value : withValue(isObject(before) ? before : {}, rest.join('.'), value)
  return { ...record, [step]: after }
}

/** Whether two values are the same, however their keys are ordered. */
export function same(one: unknown, other: unknown): boolean {
  if (Array.isArray(one)) {
    return Array.isArray(other) && one.length === other.length && one.every((item, at) => same(item, other[at]))
  }
  if (!isObject(one) || !isObject(other)) return Object.is(one ?? null, other ?? null)
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((key) => same(one[key], other[key]))
}

/** The paths at which two drafts differ. */
export const differences = <Path extends string>(paths: readonly Path[], before: unknown, after: unknown): Path[] =>
  paths.filter((path) => !same(valueAt(before, path), valueAt(after, path)))

export interface Merge<Draft, Path extends string = string> {
  /** What the form holds now: their fields where only they changed one, ours everywhere else. */
  draft: Draft
  /** Changed by somebody else only; taken over. */
  taken: Path[]
  /** Changed by both, differently: the person chooses. */
  disputed: Path[]
}

/**
 * Brings together what was typed with a record that was changed since it was opened.
 *
 * @param paths the fields
 * @param before the record as a draft, as it was opened
 * @param now the record as a draft, as it is now
 * @param mine what was typed meanwhile
 */
export function merge<Draft, Path extends string>(
  paths: readonly Path[],
  before: Draft,
  now: Draft,
  mine: Draft,
): Merge<Draft, Path> {
  const mineAlso = new Set(differences(paths, before, mine))
  const theirs = differences(paths, before, now)
  const taken = theirs.filter((path) => !mineAlso.has(path))
  const disputed = theirs.filter((path) => mineAlso.has(path) && !same(valueAt(mine, path), valueAt(now, path)))
  return {
    draft: taken.reduce((draft, path) => withValue(draft, path, valueAt(now, path)), mine),
    taken,
    disputed,
  }
}

/** A blank text and none are the same, and so is one with spaces around it. */
const normal = (value: unknown): unknown => (typeof value === 'string' ? value.trim() || null : (value ?? null))

/** Whether all that was sent stands in what was answered, which may hold more. */
function holds(sent: unknown, answer: unknown): boolean {
  if (Array.isArray(sent)) {
    return Array.isArray(answer) && sent.length === answer.length && sent.every((item, at) => holds(item, answer[at]))
  }
  if (isObject(sent)) return isObject(answer) && Object.keys(sent).every((key) => holds(sent[key], answer[key]))
  return normal(sent) === normal(answer)
}

function isSent(sent: unknown, path: string): boolean {
  const [step = '', ...rest] = path.split('.')
  if (!isObject(sent) || !Object.hasOwn(sent, step) || sent[step] === undefined) return false
  return rest.length === 0 || isSent(sent[step], rest.join('.'))
}

/** The fields that the service's answer does not show as they were sent. */
export const notKept = <Path extends string>(paths: readonly Path[], sent: unknown, answer: unknown): Path[] =>
  paths.filter((path) => isSent(sent, path) && !holds(valueAt(sent, path), valueAt(answer, path)))

/** Compares, changes and merges drafts of a record by the paths of their fields, such as `voice.provider`. Pure. */

type Fields = Record<string, unknown>
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value at a path; null if there is none. */
export function valueAt(record: unknown, path: string): unknown {
  let value = record
  for (const head of path.split('.')) value = isObject(value) ? value[head] : undefined
  return value ?? null
}

/** A copy with one value changed. Keeps every other field, including those that we do not know. */
export function withValue<T>(record: T, path: string, value: unknown): T {
  const [head = '', ...rest] = path.split('.')
  const before = valueAt(record, head)
  const after = rest.length === 0 ? value : withValue(isObject(before) ? before : {}, rest.join('.'), value)
  return { ...record, [head]: after }
}

/** Deep equality. The order of keys does not matter; null equals undefined. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => isEqual(item, b[index]))
  }
  if (!isObject(a) || !isObject(b)) return Object.is(a ?? null, b ?? null)
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => isEqual(a[key], b[key]))
}

/** The paths at which two drafts differ. */
export const differences = <Path extends string>(paths: readonly Path[], before: unknown, after: unknown): Path[] =>
  paths.filter((path) => !isEqual(valueAt(before, path), valueAt(after, path)))

export interface Merge<Draft, Path extends string = string> {
  /** The colleague's values of the fields that only the colleague changed, and my values of all others. */
  draft: Draft
  /** Fields that only the colleague changed. Their values are in the draft. */
  adopted: Path[]
  /** Fields that both changed to different values. The operator chooses. */
  conflicting: Path[]
}

/**
 * Merges a draft with a record that somebody else changed after it was opened.
 *
 * @param paths the fields
 * @param before the record as a draft, as it was opened
 * @param now the record as a draft, as it is now
 * @param mine the draft as it was edited
 */
export function merge<Draft, Path extends string>(
  paths: readonly Path[],
  before: Draft,
  now: Draft,
  mine: Draft,
): Merge<Draft, Path> {
  const changedByMe = new Set(differences(paths, before, mine))
  const changedByThem = differences(paths, before, now)
  const adopted = changedByThem.filter((path) => !changedByMe.has(path))
  const conflicting = changedByThem.filter(
    (path) => changedByMe.has(path) && !isEqual(valueAt(mine, path), valueAt(now, path)),
  )
  return {
    draft: adopted.reduce((draft, path) => withValue(draft, path, valueAt(now, path)), mine),
    adopted,
    conflicting,
  }
}

/** Trims a text; a blank one is null, as services may store it. */
const normalized = (value: unknown): unknown => (typeof value === 'string' ? value.trim() || null : (value ?? null))

/** Whether the answer has every value that was sent. It may have more. */
function contains(sent: unknown, answer: unknown): boolean {
  if (Array.isArray(sent)) {
    return (
      Array.isArray(answer) &&
      sent.length === answer.length &&
      sent.every((item, index) => contains(item, answer[index]))
    )
  }
  if (isObject(sent)) return isObject(answer) && Object.keys(sent).every((key) => contains(sent[key], answer[key]))
  return normalized(sent) === normalized(answer)
}

function isSent(sent: unknown, path: string): boolean {
  const [head = '', ...rest] = path.split('.')
  if (!isObject(sent) || !Object.hasOwn(sent, head) || sent[head] === undefined) return false
  return rest.length === 0 || isSent(sent[head], rest.join('.'))
}

/** The fields that the service's answer does not show as they were sent. */
export const notApplied = <Path extends string>(paths: readonly Path[], sent: unknown, answer: unknown): Path[] =>
  paths.filter((path) => isSent(sent, path) && !contains(valueAt(sent, path), valueAt(answer, path)))

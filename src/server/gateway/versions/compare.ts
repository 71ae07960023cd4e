/**
 * Compares two states of a record, field by field; a flow also step by step. Pure. A value that is missing, null or empty is the same as
 * any other of these, because services differ in how they say that there is none.
 */
import type { RecordChange, VersionKind } from '#contract/index.ts'
import { type Fields, isContent } from './kinds.ts'

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a value says that there is none: null, '', an empty list, or an object whose fields say so. false and 0 are values. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) ? value.length === 0 : isObject(value) && Object.values(value).every(isEmpty))

/** The value of a field; undefined if the record has none of this name, such as `toString`. */
export const valueIn = (fields: Fields, name: string): unknown =>
  Object.hasOwn(fields, name) ? fields[name] : undefined

export const namesIn = (...objects: Fields[]): string[] => [
  ...new Set(objects.flatMap((object) => Object.keys(object))),
]

/** Whether two values are equal, whatever the order of their fields and however they say that there is none. */
export function isSame(one: unknown, other: unknown): boolean {
  if (isEmpty(one) || isEmpty(other)) return isEmpty(one) && isEmpty(other)
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]))
  if (isObject(one) && isObject(other))
    return namesIn(one, other).every((name) => isSame(valueIn(one, name), valueIn(other, name)))
  return one === other
}

type ValueChange = Pick<RecordChange, 'change' | 'field' | 'from' | 'to'>

/** The differences between two values: one for each field in objects, at any depth. A list is compared as a whole. */
function valueChanges(field: string, from: unknown, to: unknown): ValueChange[] {
  if (isSame(from, to)) return []
  const [before, after] = [isEmpty(from) ? {} : from, isEmpty(to) ? {} : to]
  if (isObject(before) && isObject(after) && (isObject(from) || isObject(to)))
    return namesIn(before, after).flatMap((name) =>
      valueChanges(field === '' ? name : `${field}.${name}`, valueIn(before, name), valueIn(after, name)),
    )
  const change = isEmpty(from) ? 'added' : isEmpty(to) ? 'removed' : 'changed'
  return [{ change, field, from: from ?? null, to: to ?? null }]
}

const itemsIn = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isObject) : [])
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Items by key. A second item with the same key gets a key of its own, so that none is lost. */
function byKey(items: readonly Fields[], keyOf: (item: Fields) => string): Map<string, Fields> {
  const found = new Map<string, Fields>()
  for (const item of items) {
    const key = keyOf(item)
    let free = key
    for (let copy = 2; found.has(free); copy += 1) free = `${key} ${copy}`
    found.set(free, item)
  }
  return found
}

/**
 * The differences between two lists whose items have ids.
 *
 * @param changesOf the differences between two items of the same id
 */
function itemChanges(
  part: 'step' | 'connection' | 'rule',
  [from, to]: readonly [Map<string, Fields>, Map<string, Fields>],
  namesOf: (item: Fields) => string[],
  changesOf: (from: Fields, to: Fields) => ValueChange[],
): RecordChange[] {
  const whole = (change: 'added' | 'removed', item: Fields): RecordChange => ({
    part,
    change,
    names: namesOf(item),
    field: '',
    from: change === 'removed' ? item : null,
    to: change === 'added' ? item : null,
  })
  return [...new Set([...from.keys(), ...to.keys()])].flatMap((key): RecordChange[] => {
    const [before, after] = [from.get(key), to.get(key)]
    if (before === undefined) return after ? [whole('added', after)] : []
    if (after === undefined) return [whole('removed', before)]
    return changesOf(before, after).map((change) => ({ part, names: namesOf(after), ...change }))
  })
}

const idOf = (item: Fields) => textOf(item.id)
const without = (fields: Fields, ...names: string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))

/** What people call a step: its label, else its type. */
const stepName = ({ id, type, data }: Fields): string =>
  textOf(isObject(data) ? data.label : '').trim() || textOf(type) || textOf(id)

function stepChanges(from: readonly Fields[], to: readonly Fields[]): RecordChange[] {
  return itemChanges(
    'step',
    [byKey(from, idOf), byKey(to, idOf)],
    (step) => [stepName(step)],
    (before, after) => [
      ...valueChanges('', without(before, 'id', 'data', 'position'), without(after, 'id', 'data', 'position')),
      ...valueChanges('', before.data, after.data),
      ...(isSame(before.position, after.position)
        ? []
        : [
            {
              change: 'changed' as const,
              field: 'position',
              from: before.position ?? null,
              to: after.position ?? null,
            },
          ]),
    ],
  )
}

function connectionChanges(from: Fields, to: Fields): RecordChange[] {
  const stepNames = new Map([...itemsIn(from.nodes), ...itemsIn(to.nodes)].map((step) => [idOf(step), stepName(step)]))
  const nameOf = (stepId: unknown) => stepNames.get(textOf(stepId)) ?? textOf(stepId)
  const withNames = (edge: Fields): Fields => ({
    ...without(edge, 'id', 'source', 'target', 'data'),
    ...(isObject(edge.data) ? edge.data : {}),
    from: nameOf(edge.source),
    to: nameOf(edge.target),
  })
  const [before, after] = [itemsIn(from.edges), itemsIn(to.edges)]
  // Editors may give a connection a new id when it is saved.
  const endsOf = ({ source, target, sourceHandle }: Fields) => JSON.stringify([source, target, sourceHandle ?? null])
  const idsBefore = new Set(before.map(idOf))
  const idsByEnds = new Map(before.map((edge) => [endsOf(edge), idOf(edge)]))
  const keptIds = new Set(after.map(idOf))
  const keyAfter = (edge: Fields) => {
    const earlier = idsByEnds.get(endsOf(edge))
    return idsBefore.has(idOf(edge)) || earlier === undefined || keptIds.has(earlier) ? idOf(edge) : earlier
  }
  return itemChanges(
    'connection',
    [byKey(before, idOf), byKey(after, keyAfter)],
    ({ source, target }) => [nameOf(source), nameOf(target)],
    (one, other) => valueChanges('', withNames(one), withNames(other)),
  )
}

function ruleChanges(from: readonly Fields[], to: readonly Fields[]): RecordChange[] {
  const [before, after] = [byKey(from, idOf), byKey(to, idOf)]
  const changes = itemChanges(
    'rule',
    [before, after],
    ({ when }) => [textOf(when)],
    (one, other) => valueChanges('', without(one, 'id'), without(other, 'id')),
  )
  const common = (keys: Iterable<string>) => [...keys].filter((key) => before.has(key) && after.has(key))
  const isReordered = common(before.keys()).join('\n') !== common(after.keys()).join('\n')
  const whens = (rules: readonly Fields[]) => rules.map(({ when }) => textOf(when))
  return isReordered
    ? [...changes, { part: 'rule', change: 'changed', names: [], field: 'order', from: whens(from), to: whens(to) }]
    : changes
}

/**
 * What changed from one state of a record to another, in the order of its fields. Fields that the service sets by itself are left out.
 *
 * @param from null: there was no record
 */
export function compareRecords(kind: VersionKind, from: Fields | null, to: Fields | null): RecordChange[] {
  const [before, after] = [from ?? {}, to ?? {}]
  return namesIn(before, after)
    .filter((name) => isContent(kind, name))
    .flatMap((name): RecordChange[] => {
      const [one, other] = [valueIn(before, name), valueIn(after, name)]
      if (kind === 'flow' && name === 'flowData') {
        const [
          { nodes: fromNodes, edges: fromEdges, ...restBefore },
          { nodes: toNodes, edges: toEdges, ...restAfter },
        ] = [isObject(one) ? one : {}, isObject(other) ? other : {}]
        return [
          ...stepChanges(itemsIn(fromNodes), itemsIn(toNodes)),
          ...connectionChanges({ nodes: fromNodes, edges: fromEdges }, { nodes: toNodes, edges: toEdges }),
          ...asFields(valueChanges(name, restBefore, restAfter)),
        ]
      }
      if (kind === 'flow' && name === 'rules') return ruleChanges(itemsIn(one), itemsIn(other))
      return asFields(valueChanges(name, one, other))
    })
}

const asFields = (changes: readonly ValueChange[]): RecordChange[] =>
  changes.map((change) => ({ part: 'field', names: [], ...change }))

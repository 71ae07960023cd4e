/** What is known of a record: read from answers that may have fewer fields than the record. Pure. */
import { createHash } from 'node:crypto'
import type { EndpointDefinition, VersionKind } from '#contract/index.ts'
import { readEndpoint } from '../cache/read-rules.ts'
import { isEmpty, isObject, valueIn } from './compare.ts'
import { type Fields, idIn, isContent, kinds, listedRecords } from './kinds.ts'

/** A record as one answer shows it. */
export interface Reading {
  recordId: string
  record: Fields
  /** The names of the fields that the answer really has. The schema gave the others an empty value. */
  given: ReadonlySet<string>
}

/** Fields that belong to every version, although the service sets them. */
const storedFields: readonly string[] = ['id', '_id', 'createdAt']

/** The record as it is stored: without what changes by itself. */
export const contentOf = (kind: VersionKind, record: Fields): Fields =>
  Object.fromEntries(Object.entries(record).filter(([name]) => storedFields.includes(name) || isContent(kind, name)))

const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : isObject(value)
      ? Object.fromEntries(
          Object.keys(value)
            .toSorted()
            .map((name) => [name, sorted(value[name])]),
        )
      : value

/** Equal for equal contents, whatever the order of their fields. */
export const hashOf = (body: Fields): string =>
  createHash('sha256')
    .update(JSON.stringify(sorted(body)))
    .digest('base64url')

const isGiven = (value: unknown): boolean =>
  value !== undefined && !(isObject(value) && Object.values(value).every((item) => item === undefined))

function givenNames(kind: VersionKind, received: unknown, text: string): ReadonlySet<string> {
  if (!isObject(received)) return new Set()
  const names = new Set(Object.keys(received).filter((name) => isGiven(received[name])))
  // Our spelling is null where an answer has no phone number, and '' where it has only the number's id: neither says that it changed.
  if (kind === 'agent' && (received.phoneNumber === '' || !text.includes('"phoneNumber'))) names.delete('phoneNumber')
  return names
}

/**
 * The records of an answer.
 *
 * @param data the answer in the contract's spelling
 * @param answer the same answer as it was received
 */
export function readingsIn(kind: VersionKind, isList: boolean, data: unknown, answer: Buffer): Reading[] {
  const { show, list } = kinds[kind]
  const { normalize }: EndpointDefinition = readEndpoint(isList ? list : show)
  const text = answer.toString('utf8')
  const received: unknown = normalize ? normalize(JSON.parse(text)) : undefined
  const given = isList ? listedRecords(kind, received) : [received]
  return (isList ? listedRecords(kind, data) : [data as Fields]).flatMap((record, index) => {
    const recordId = idIn(record)
    return recordId === null ? [] : [{ recordId, record, given: givenNames(kind, given[index], text) }]
  })
}

/** The fields that an answer with a whole record has. */
const wholeFields: Readonly<Record<VersionKind, readonly string[]>> = {
  agent: ['name', 'model', 'voice', 'personality', 'phoneNumber', 'settings'],
  flow: ['name', 'direction', 'agentId', 'prompt', 'flowData', 'rules', 'isActive', 'welcomeMessage', 'settings'],
  'messaging-agent': ['name', 'model', 'messageChannel', 'settings'],
  'message-flow': ['name', 'direction', 'agent', 'prompt', 'isActive', 'messageChannel', 'settings'],
}

/** Whether a record of a list has all fields, so that nothing is left for its own read to show. */
export const isWhole = (kind: VersionKind, { given }: Reading): boolean =>
  wholeFields[kind].every((name) => given.has(name))

const pick = ({ record, given }: Reading): Fields =>
  Object.fromEntries(
    Object.entries(record).filter(([name]) => /* guard: nothing-missing-is-a-change */ given.has(name)),
  )

/** What is known after the record itself was read: a field that the answer does not have keeps its value. */
export const afterShow = (known: Fields | null, reading: Reading): Fields =>
  known === null ? reading.record : { ...known, ...pick(reading) }

/**
 * What is known after a list was read. Lists may have fewer fields, at any depth, so whatever is empty keeps its value. Items of lists
 * are matched by their ids.
 */
export const afterList = (known: Fields | null, reading: Reading): Fields =>
  known === null ? reading.record : (overlay(known, pick(reading)) as Fields)

/** The known value with everything that the other one has. */
export function overlay(known: unknown, value: unknown): unknown {
  if (isEmpty(value)) return known
  if (isObject(known) && isObject(value))
    return {
      ...known,
      ...Object.fromEntries(Object.keys(value).map((name) => [name, overlay(valueIn(known, name), value[name])])),
    }
  if (Array.isArray(known) && Array.isArray(value)) {
    const itemOf = (item: unknown) =>
      isObject(item) && item.id !== undefined
        ? known.find((other) => isObject(other) && other.id === item.id)
        : undefined
    return value.map((item: unknown) => overlay(itemOf(item), item))
  }
  return value
}

/**
 * What is known after a command. A field that the answer leaves empty has what was sent, or what it had before.
 *
 * @param answer the service's answer in the contract's spelling
 * @returns `isPartial`: the answer left out fields, so a read has to confirm them
 */
export function afterCommand(
  kind: VersionKind,
  known: Fields | null,
  sent: Fields,
  answer: Fields,
): { body: Fields; isPartial: boolean } {
  const filled = Object.fromEntries(Object.entries(answer).filter(([, value]) => !isEmpty(value)))
  const before = kinds[kind].isReplaced ? {} : (known ?? {})
  const body = { ...answer, ...before, ...sent, ...filled }
  return { body, isPartial: Object.keys(body).some((name) => isEmpty(valueIn(answer, name)) && !isEmpty(body[name])) }
}

/** What has to be sent so that a record is as it was in an earlier version. Pure. */
import * as z from 'zod/mini'
import {
  type EndpointDefinition,
  type RecordChange,
  type RestoreNote,
  serviceEndpoints,
  type VersionKind,
} from '#contract/index.ts'
import { compareRecords, isEmpty, isObject, namesIn, valueIn } from './compare.ts'
import { type Fields, isContent, kinds } from './kinds.ts'

/** What became of the agent of a flow: its id now; null if it no longer exists. */
export type ResolveAgent = (agentId: string) => string | null

export interface Restoration {
  /** The request's body; null: nothing would change. */
  body: Fields | null
  changes: RecordChange[]
  notes: RestoreNote[]
  /** Required fields without a value. */
  missing: string[]
}

type BodySchema = z.ZodMiniObject<Record<string, z.ZodMiniType>>

const bodySchema = (kind: VersionKind, action: 'create' | 'change'): BodySchema =>
  (serviceEndpoints[kinds[kind][action]] as EndpointDefinition).body as unknown as BodySchema

/** Nested fields without a value are left out: the interface accepts only numbers for an agent's settings. */
const withoutNulls = (value: unknown): unknown =>
  isObject(value)
    ? Object.fromEntries(
        Object.entries(value)
          .filter(([, item]) => item !== null && item !== undefined)
          .map(([name, item]) => [name, withoutNulls(item)]),
      )
    : value

/** The value as the interface accepts it; undefined if it does not. */
function acceptable(schema: z.ZodMiniType, value: unknown): unknown {
  const candidates = isEmpty(value) ? [value, null, '', [], {}] : [value, withoutNulls(value)]
  return candidates.find((candidate) => candidate !== undefined && schema.safeParse(candidate).success)
}

/**
 * Plans a restoration.
 *
 * @param version the record as it was
 * @param current the record as it is; null: it was deleted
 */
export function planRestoration(
  kind: VersionKind,
  version: Fields,
  current: Fields | null,
  resolveAgent: ResolveAgent,
): Restoration {
  const { agentField, isReplaced } = kinds[kind]
  const schema = bodySchema(kind, current === null ? 'create' : 'change')
  const { shape } = schema
  const notes: RestoreNote[] = current === null ? [{ field: 'id', reason: 'set_by_service' }] : []
  const note = (field: string, reason: RestoreNote['reason']) => void notes.push({ field, reason })
  if (current === null && !isEmpty(version.createdAt)) note('createdAt', 'set_by_service')
  const sent = new Map<string, unknown>()
  const removed = new Set<string>()
  // A flow that does not say otherwise is active. Activating one is left to its form, which asks about its problems.
  const activates =
    'isActive' in shape && version.isActive !== false && (current === null || current.isActive === false)
  if (activates) note('isActive', 'left_inactive')
  if (activates && current === null) sent.set('isActive', false)
  for (const name of namesIn(version, current ?? {})) {
    if (!isContent(kind, name) || (activates && name === 'isActive')) continue
    const value = valueIn(version, name)
    const isChanged = compareRecords(kind, { [name]: valueIn(current ?? {}, name) }, { [name]: value }).length > 0
    if (!isChanged) continue
    const field = valueIn(shape, name) as z.ZodMiniType | undefined
    if (name === 'phoneNumber' && value === '') note(name, 'number_unknown')
    else if (name === agentField && typeof value === 'string' && value !== '') {
      const agent = resolveAgent(value)
      if (agent !== value) note(name, agent === null ? 'reference_missing' : 'reference_replaced')
      // A new record has no agent by itself.
      if (agent !== null || current !== null) sent.set(name, agent)
    } else if (field === undefined && !isReplaced) note(name, 'not_writable')
    else if (field === undefined) {
      if (value === undefined) removed.add(name)
      else sent.set(name, value)
    } else {
      const accepted = acceptable(field, value)
      if (accepted === undefined) note(name, 'not_accepted')
      else sent.set(name, accepted)
      if (current === null && name === 'phoneNumber' && accepted !== undefined) note(name, 'number_requested')
    }
  }
  const withChanges = (fields: Fields | null): Fields =>
    Object.fromEntries([...Object.entries(fields ?? {}), ...sent].filter(([name]) => !removed.has(name)))
  const body = withChanges(isReplaced ? current : null)
  const changes = compareRecords(kind, current, withChanges(current))
  const checked = schema.safeParse(body)
  return {
    body: changes.length === 0 ? null : body,
    changes,
    notes,
    missing: checked.success ? [] : [...new Set(checked.error.issues.map(({ path }) => path.map(String).join('.')))],
  }
}

/** The fields that the service did not take over, by its answer. What it added is its own. */
export const notKept = (kind: VersionKind, sent: Fields, answer: Fields): string[] =>
  compareRecords(kind, sent, Object.fromEntries(Object.keys(sent).map((name) => [name, valueIn(answer, name)])))
    .filter(({ change }) => change !== 'added')
    .map(({ field, part }) => (part === 'field' ? field : 'flowData'))
    .filter((field, index, all) => all.indexOf(field) === index)

/**
 * Records as a file: agents, flows and their messaging counterparts in JSON. A file has every field that the service sent. What is created
 * from it has all fields that the service accepts, and refers to the new records. Pure.
 */
import type * as z from 'zod/mini'
import {
  type Agent,
  AgentCreate,
  type Flow,
  FlowCreate,
  type MessageFlow,
  MessageFlowBody,
  type MessagingAgent,
  MessagingAgentBody,
} from '#contract/index.ts'
import * as texts from './texts.ts'

/** Says what the file is. Another version is one that this Switchboard cannot read. */
const fileFormat = 'switchboard-records'
const fileVersion = 1
/** Two thousand flows of average size. */
export const maxFileBytes = 20 * 1024 * 1024

export interface RecordFile {
  agents: readonly Agent[]
  flows: readonly Flow[]
  messagingAgents: readonly MessagingAgent[]
  messageFlows: readonly MessageFlow[]
}
export type FileKind = keyof RecordFile
type Fields = Record<string, unknown>

interface KindRules {
  body: z.ZodMiniType
  /** The fields that a new record takes; null: any but those of the service. */
  accepts: readonly string[] | null
  /** The field that names an agent, and the kind of that agent. */
  reference: { field: string; kind: FileKind } | null
}

/** In the order of creation: what others refer to comes first. */
const kinds: Record<FileKind, KindRules> = {
  agents: { body: AgentCreate, accepts: Object.keys(AgentCreate.shape), reference: null },
  flows: {
    body: FlowCreate,
    accepts: Object.keys(FlowCreate.shape),
    reference: { field: 'agentId', kind: 'agents' },
  },
  messagingAgents: { body: MessagingAgentBody, accepts: null, reference: null },
  messageFlows: { body: MessageFlowBody, accepts: null, reference: { field: 'agent', kind: 'messagingAgents' } },
}
export const fileKinds = Object.keys(kinds) as FileKind[]

/** The service sets these fields. Nobody can create them. */
const serviceFields = new Set(['id', '_id', 'status', 'createdAt', 'updatedAt'])

/** @param now epoch ms */
export const recordFileText = (records: Partial<RecordFile>, now: number): string =>
  `${JSON.stringify({ format: fileFormat, version: fileVersion, exportedAt: new Date(now).toISOString(), ...records }, null, 2)}\n`

/** A record that a file would create. */
export interface PlannedRecord {
  /** Its kind and place in the file. */
  key: string
  kind: FileKind
  name: string
  /** What is sent, without the reference. */
  body: Fields
  /** The record of the file that it refers to; null: none. */
  refersTo: string | null
  /** What will differ from the file, as sentences. */
  notes: readonly string[]
  /** Why it cannot be created; '' if it can. */
  problem: string
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const idOf = (raw: Fields): string => textOf(raw.id) || textOf(raw._id)
const keyOf = (kind: FileKind, index: number) => `${kind}/${index}`

/** Without values that stand for what the service did not send (contract/shared/wire.ts). */
const withoutUnsent = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '' && value !== undefined))

const agentSettings = new Set(['speed', 'volume', 'temperature'])
/** Without the settings that the service did not send, which are read as null. */
const knownSettings = (settings: Fields): Fields =>
  Object.fromEntries(Object.entries(settings).filter(([name, value]) => value !== null || !agentSettings.has(name)))

/** Numbers that are used already, in E.164. */
type UsedNumbers = ReadonlyMap<string, string>

/** The agent's own adjustments: a number that another agent has stays with that agent, and unknown settings are not sent. */
function agentBody(body: Fields, usedNumbers: UsedNumbers): { body: Fields; notes: string[] } {
  const { phoneNumber, settings, ...rest } = body
  const owner = typeof phoneNumber === 'string' ? usedNumbers.get(phoneNumber) : undefined
  const hasNumber = typeof phoneNumber === 'string' && phoneNumber !== '' && owner === undefined
  return {
    body: {
      ...rest,
      ...(hasNumber ? { phoneNumber } : {}),
      ...(isObject(settings) ? { settings: knownSettings(settings) } : {}),
    },
    notes:
      owner === undefined ? [] : [`Created without a phone number, because “${owner}” has ${String(phoneNumber)}.`],
  }
}

/** Nothing uses a flow of a file, like a copy, before somebody activates it. A flow that does not say otherwise is active. */
const flowBody = ({ isActive, ...rest }: Fields) => ({
  body: { ...rest, isActive: false },
  notes: isActive === false ? [] : ['Created inactive. You can activate it on its page, with “Edit”.'],
})

/** A flow of a file never sends without review by itself: somebody has to turn that on, and confirm it. */
function messageFlowBody({ autopilot, ...rest }: Fields) {
  const { body, notes } = flowBody(rest)
  return {
    body: { ...body, autopilot: false },
    notes: [
      ...notes,
      ...(autopilot === true ? ['Created with autopilot off. You can turn it on on the flow’s page.'] : []),
    ],
  }
}

function adjusted(kind: FileKind, body: Fields, usedNumbers: UsedNumbers): { body: Fields; notes: string[] } {
  if (kind === 'agents') return agentBody(body, usedNumbers)
  if (kind === 'flows') return flowBody(body)
  return kind === 'messageFlows' ? messageFlowBody(body) : { body, notes: [] }
}

function planRecord(
  kind: FileKind,
  raw: unknown,
  key: string,
  keys: ReadonlyMap<string, string>,
  usedNumbers: UsedNumbers,
): PlannedRecord {
  const { accepts, reference, body: schema } = kinds[kind]
  const name = isObject(raw) ? textOf(raw.name) : ''
  const base = { key, kind, name, body: {}, refersTo: null, notes: [], problem: '' }
  if (!isObject(raw)) return { ...base, problem: 'This entry of the file is not a record.' }
  const fields = Object.entries(withoutUnsent(raw)).filter(([field]) => !serviceFields.has(field))
  const isSent = (field: string) => (accepts === null || accepts.includes(field)) && field !== reference?.field
  const leftOut = fields.map(([field]) => field).filter((field) => field !== reference?.field && !isSent(field))
  const { body, notes } = adjusted(kind, Object.fromEntries(fields.filter(([field]) => isSent(field))), usedNumbers)
  const agentId = reference && textOf(raw[reference.field])
  const refersTo = (reference && agentId && keys.get(`${reference.kind} ${agentId}`)) || null
  const parsed = schema.safeParse({ name: '', ...body })
  return {
    ...base,
    body,
    refersTo,
    notes: [
      ...notes,
      ...(agentId && refersTo === null ? ['Created without an agent, because the file does not have its agent.'] : []),
      ...(leftOut.length > 0
        ? [
            `Created without ${new Intl.ListFormat('en', { type: 'conjunction' }).format(leftOut)}, which the service does not accept for a new record.`,
          ]
        : []),
    ],
    problem: parsed.success ? '' : texts.invalidFields(parsed.error.issues.map(({ path }) => path.join('.'))),
  }
}

export type FilePlan = { ok: true; records: PlannedRecord[] } | { ok: false; problem: string }

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * What a file would create.
 *
 * @param usedNumbers the names of agents that exist already, by their number
 * @returns the records in the order of creation, or a sentence that says what is wrong with the file
 */
export function planOf(text: string, usedNumbers: UsedNumbers): FilePlan {
  const file = parseJson(text.replace(/^\uFEFF/, ''))
  if (file === undefined)
    return {
      ok: false,
      problem: 'This is not a JSON file, or it was cut off. Choose a file that Switchboard exported.',
    }
  if (!isObject(file) || file.format !== fileFormat)
    return {
      ok: false,
      problem:
        'This JSON file was not exported by Switchboard: it does not have "format": "switchboard-records". Choose another file.',
    }
  if (file.version !== fileVersion)
    return {
      ok: false,
      problem: `This file has the version ${String(file.version)} of the format, and this Switchboard reads version 1. Update Switchboard, or export the records again.`,
    }
  const wrongKind = fileKinds.find((kind) => file[kind] !== undefined && !Array.isArray(file[kind]))
  if (wrongKind) return { ok: false, problem: `In this file, “${wrongKind}” is not a list. Export the records again.` }
  const listed = fileKinds.flatMap((kind) =>
    ((file[kind] ?? []) as unknown[]).map((raw, index) => ({ kind, raw, key: keyOf(kind, index) })),
  )
  if (listed.length === 0) return { ok: false, problem: 'This file has no records.' }
  const keys = new Map<string, string>()
  for (const { kind, raw, key } of listed) {
    const id = isObject(raw) ? idOf(raw) : ''
    // The first of two records with one ID is the one that others refer to.
    if (id !== '' && !keys.has(`${kind} ${id}`)) keys.set(`${kind} ${id}`, key)
  }
  return { ok: true, records: listed.map(({ kind, raw, key }) => planRecord(kind, raw, key, keys, usedNumbers)) }
}

/**
 * The body that creates a record.
 *
 * @param created the IDs of the records that were created from the file, by their key
 */
export function bodyToCreate({ kind, body, refersTo }: PlannedRecord, created: ReadonlyMap<string, string>): Fields {
  const { reference } = kinds[kind]
  const agentId = refersTo === null ? undefined : created.get(refersTo)
  return reference && agentId !== undefined ? { ...body, [reference.field]: agentId } : body
}

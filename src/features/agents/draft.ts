/**
 * The data of an agent's form: its draft, its validation, and the bodies that are sent. Pure.
 *
 * A PATCH has only the changed fields. `voice` and `settings` are sent whole, with their unknown fields, because a service may replace
 * them (interface 1).
 */
import * as z from 'zod/mini'
import { readTypedNumber } from '#components/phone/typed-number.ts'
import * as record from '#components/records/draft/record-draft.ts'
import type { Problems } from '#components/records/record-saving.ts'
import { fieldMissing, fieldTooLong } from '#components/records/texts.tsx'
import { Agent, AgentCreate, AgentUpdate } from '#contract/index.ts'
import * as texts from './texts.ts'

export interface Draft {
  name: string
  model: string
  voice: { provider: string; voiceId: string; name: string; language: string }
  personality: string
  /** As typed; '' for no number. */
  phoneNumber: string
  /** 0 to 1; null: the service sent no value, and nobody changed it. */
  settings: { speed: number | null; volume: number | null; temperature: number | null }
}

export type FieldPath = keyof typeof texts.fieldLabels
export const fieldPaths = Object.keys(texts.fieldLabels) as FieldPath[]

type AgentBody = z.input<typeof AgentCreate>
type ChangesBody = z.input<typeof AgentUpdate>

export const emptyDraft: Draft = {
  name: '',
  model: 'gpt-4o-mini',
  voice: { provider: '', voiceId: '', name: '', language: '' },
  personality: '',
  phoneNumber: '',
  settings: { speed: 0.5, volume: 0.8, temperature: 0.4 },
}

/** The draft of an unchanged agent. */
export function draftOf(agent: Agent): Draft {
  const { provider, voiceId, name, language } = agent.voice
  const { speed, volume, temperature } = agent.settings
  return {
    name: agent.name,
    model: agent.model,
    voice: { provider, voiceId, name: name ?? '', language: language ?? '' },
    personality: agent.personality,
    phoneNumber: agent.phoneNumber ?? '',
    settings: { speed, volume, temperature },
  }
}

/** The draft of a copy. The number stays with the agent that has it. */
export const copyOf = (agent: Agent): Draft => ({
  ...draftOf(agent),
  name: `${agent.name} (copy)`,
  phoneNumber: '',
})

type Voice = Draft['voice']

/**
 * The voice after the provider was edited. Provider and voice are one choice (interface 1), so another provider clears the voice.
 *
 * @param chosen the voice that was chosen last, with its provider; entering that provider again restores it
 */
export function withProvider(voice: Voice, provider: string, chosen: Voice): Voice {
  const chosenProvider = chosen.provider.trim()
  // A voice that was entered before any provider belongs to the provider being entered.
  if (chosenProvider === '') return { ...voice, provider }
  const { voiceId, name } = chosenProvider === provider.trim() ? chosen : { voiceId: '', name: '' }
  return { ...voice, provider, voiceId, name }
}

/**
 * The voice with another ID. The name of a known voice belongs to it, so it changes too; a name that somebody made up stays.
 *
 * @param nameOf the name of a known voice of this provider; '' for an unknown one
 */
export function withVoiceId(voice: Voice, voiceId: string, nameOf: (voiceId: string) => string): Voice {
  const isKnownName = voice.name !== '' && voice.name === nameOf(voice.voiceId)
  return { ...voice, voiceId, name: isKnownName ? nameOf(voiceId) : voice.name }
}

/** Names the voice that another provider cleared, until a new one is entered; '' otherwise. */
export function clearedVoice(voice: Voice, chosen: Voice): string {
  if (voice.voiceId !== '' || chosen.voiceId === '' || chosen.provider.trim() === voice.provider.trim()) return ''
  return texts.voiceCleared(chosen.name || chosen.voiceId, chosen.provider, voice.provider.trim())
}

/** The number in E.164. An invalid one stays as typed, so that validation refuses it. */
const numberToSend = (typed: string): string => {
  const number = readTypedNumber(typed)
  return number.ok ? number.e164 : typed.trim()
}
const withoutEmpty = <T extends Record<string, unknown>>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '' && value !== null)) as Partial<T>

const voiceOf = ({ voice: { provider, voiceId, name, language } }: Draft, known: object = {}) => ({
  ...known,
  provider,
  voiceId,
  name: name.trim() || null,
  language: language.trim() || null,
})
const settingsOf = ({ settings }: Draft, known: object = {}) =>
  withoutEmpty({ ...known, ...settings }) as AgentBody['settings']

/**
 * The body that creates this agent, without empty optional fields.
 *
 * @param source an agent that it is created from: fields that the form does not know are sent with the voice and the settings
 */
export function creationOf(draft: Draft, source?: Pick<Agent, 'voice' | 'settings'>): AgentBody {
  return {
    name: draft.name,
    model: draft.model,
    voice: withoutEmpty(voiceOf(draft, source?.voice)) as AgentBody['voice'],
    ...withoutEmpty({
      personality: draft.personality,
      phoneNumber: draft.phoneNumber.trim() === '' ? '' : numberToSend(draft.phoneNumber),
    }),
    settings: settingsOf(draft, source?.settings),
  }
}

/** The paths at which two drafts differ. */
export const differences = (before: Draft, after: Draft): FieldPath[] => record.differences(fieldPaths, before, after)

/**
 * The body that updates the agent to this draft: only the changed fields.
 *
 * @param source fields that the form does not know are sent with the voice and the settings as this agent has them
 */
export function changesOf(agent: Agent, draft: Draft, source = agent): ChangesBody {
  const before = draftOf(agent)
  const changed = new Set(differences(before, draft))
  const body: ChangesBody = {}
  if (changed.has('name')) body.name = draft.name
  if (changed.has('model')) body.model = draft.model
  if (changed.has('personality')) body.personality = draft.personality
  if (changed.has('phoneNumber')) {
    body.phoneNumber = draft.phoneNumber.trim() === '' ? null : numberToSend(draft.phoneNumber)
  }
  const voice = voiceOf(draft, source.voice)
  if (!record.isEqual(voice, voiceOf(before, agent.voice))) body.voice = voice
  const settings = settingsOf(draft, source.settings)
  if (!record.isEqual(settings, settingsOf(before, agent.settings))) body.settings = settings
  return body
}

const messageOf = (path: FieldPath, issue: z.core.$ZodIssue, typed: unknown): string => {
  if (path === 'phoneNumber') {
    const number = readTypedNumber(typeof typed === 'string' ? typed : '')
    return number.ok ? 'The service does not accept this number.' : number.problem
  }
  const label = texts.fieldLabels[path]
  if (issue.code === 'too_big' && typeof typed === 'string') {
    return fieldTooLong(label, Number(issue.maximum), typed.length)
  }
  if (path.startsWith('settings.')) return `${label} must be a number from 0 to 1.`
  return path === 'voice.voiceId' ? 'Enter the voice ID.' : fieldMissing(label)
}

/** The field of an issue's path. Issues of the voice as a whole belong to its provider. */
const fieldOf = (path: readonly PropertyKey[]): FieldPath => {
  const joined = path.join('.')
  return (
    fieldPaths.find((path) => path === joined) ?? fieldPaths.find((path) => path.startsWith(`${joined}.`)) ?? 'name'
  )
}

/**
 * Validates a draft against the contract.
 *
 * @param agent the agent being edited, of which only changed fields are validated; null for a new one
 * @returns a sentence for each invalid field; empty if the draft can be sent
 */
export function problemsOf(draft: Draft, agent: Agent | null): Problems<FieldPath> {
  const result =
    agent === null ? AgentCreate.safeParse(creationOf(draft)) : AgentUpdate.safeParse(changesOf(agent, draft))
  const issues = result.success ? [] : result.error.issues.map((issue) => [fieldOf(issue.path), issue] as const)
  const problems: Problems<FieldPath> = Object.fromEntries(
    issues.toReversed().map(([path, issue]) => [path, messageOf(path, issue, record.valueAt(draft, path))]),
  )
  const numberChanged = agent === null || (agent.phoneNumber ?? '') !== draft.phoneNumber
  const number = readTypedNumber(draft.phoneNumber)
  if (numberChanged && draft.phoneNumber.trim() !== '' && !number.ok) problems.phoneNumber = number.problem
  return problems
}

/** What restoring a version of an agent needs to know of its fields. */
export const restoring = { kind: 'agent' as const, schema: Agent, sent: Object.keys(AgentCreate.shape) }

/** The fields whose values in the service's response differ from those that were sent. */
export const notApplied = (sent: ChangesBody, response: Agent): FieldPath[] =>
  record.notApplied(fieldPaths, sent, response)

/**
 * An agent while somebody writes it: what the form holds, what is wrong with it, what is sent, and what came of it. Pure.
 *
 * A PATCH carries only what was changed. `voice` and `settings` go whole, with the fields that we do not know, since a
 * deployment may replace them (interface 1).
 */
import * as z from 'zod/mini'
import { readTypedNumber } from '#components/phone/typed-number.ts'
import * as record from '#components/records/record-draft.ts'
import type { Problems } from '#components/records/record-saving.ts'
import { type Agent, AgentCreate, AgentUpdate } from '#contract/index.ts'

export interface Draft {
  name: string
  model: string
  voice: { provider: string; voiceId: string; name: string; language: string }
  personality: string
  /** As typed; '' for none. */
  phoneNumber: string
  /** 0 to 1; null: the service does not tell, and it was not touched. */
  settings: { speed: number | null; volume: number | null; temperature: number | null }
}

/** Every field of the form, in its order. */
export const fieldLabels = {
  name: 'Name',
  model: 'Language model',
  'voice.provider': 'Voice provider',
  'voice.voiceId': 'Voice ID',
  'voice.name': 'Voice name',
  'voice.language': 'Voice language',
  phoneNumber: 'Phone number',
  personality: 'Personality',
  'settings.speed': 'Speaking speed',
  'settings.volume': 'Volume',
  'settings.temperature': 'Temperature',
} as const
export type FieldPath = keyof typeof fieldLabels
export const fieldPaths = Object.keys(fieldLabels) as FieldPath[]

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

/** A record as the form shows it. */
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

type Voice = Draft['voice']

/**
 * The voice after another provider was typed: provider and voice are one choice (interface 1), so the voice of another provider is
 * emptied.
 *
 * @param chosen the voice as it was last chosen, with its provider; it returns when its provider does
 */
export function withProvider(voice: Voice, provider: string, chosen: Voice): Voice {
  const owner = chosen.provider.trim()
  // A voice that was typed before any provider belongs to the one that is being typed.
  if (owner === '') return { ...voice, provider }
  const { voiceId, name } = owner === provider.trim() ? chosen : { voiceId: '', name: '' }
  return { ...voice, provider, voiceId, name }
}

/** Says which voice was emptied, until there is one of the new provider; '' otherwise. */
export function leftVoice(voice: Voice, chosen: Voice): string {
  if (voice.voiceId !== '' || chosen.voiceId === '' || chosen.provider.trim() === voice.provider.trim()) return ''
  return `${chosen.name || chosen.voiceId} is a voice of ${chosen.provider}. Enter one of ${voice.provider.trim() || 'the new provider'}.`
}

/** The number in E.164 if it can be read; else as typed, to be refused by the check. */
const sentNumber = (typed: string): string => {
  const number = readTypedNumber(typed)
  return number.ok ? number.e164 : typed.trim()
}
const filledOnly = <T extends Record<string, unknown>>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '' && value !== null)) as Partial<T>

/** What is sent to create this agent. Optional fields that are blank are left out. */
export function creationOf(draft: Draft): AgentBody {
  const { provider, voiceId, name, language } = draft.voice
  return {
    name: draft.name,
    model: draft.model,
    voice: { provider, voiceId, ...filledOnly({ name: name.trim(), language: language.trim() }) },
    ...filledOnly({
      personality: draft.personality,
      phoneNumber: draft.phoneNumber.trim() === '' ? '' : sentNumber(draft.phoneNumber),
    }),
    settings: filledOnly(draft.settings) as AgentBody['settings'],
  }
}

/** The paths at which two drafts differ. */
export const differences = (before: Draft, after: Draft): FieldPath[] => record.differences(fieldPaths, before, after)

/** What is sent to bring the record to this draft: only what differs. */
export function changesOf(agent: Agent, draft: Draft): ChangesBody {
  const changed = new Set(differences(draftOf(agent), draft).map((path) => path.split('.')[0]))
  const { provider, voiceId, name, language } = draft.voice
  const body: ChangesBody = {}
  if (changed.has('name')) body.name = draft.name
  if (changed.has('model')) body.model = draft.model
  if (changed.has('personality')) body.personality = draft.personality
  if (changed.has('phoneNumber')) {
    body.phoneNumber = draft.phoneNumber.trim() === '' ? null : sentNumber(draft.phoneNumber)
  }
  if (changed.has('voice')) {
    body.voice = {
      ...agent.voice,
      provider,
      voiceId,
      name: name.trim() === '' ? null : name,
      language: language.trim() === '' ? null : language,
    }
  }
  if (changed.has('settings')) {
    body.settings = filledOnly({ ...agent.settings, ...draft.settings }) as ChangesBody['settings']
  }
  return body
}

const sentenceOf = (path: FieldPath, issue: z.core.$ZodIssue, typed: unknown): string => {
  if (path === 'phoneNumber') {
    const number = readTypedNumber(typeof typed === 'string' ? typed : '')
    return number.ok ? 'The service takes no such number.' : number.problem
  }
  const label = fieldLabels[path]
  if (issue.code === 'too_big' && typeof typed === 'string') {
    return `${label}: at most ${issue.maximum.toLocaleString('en')} characters; this has ${typed.length.toLocaleString('en')}.`
  }
  if (path.startsWith('settings.')) return `${label}: a number from 0 to 1.`
  return path === 'voice.voiceId' ? 'Enter the voice ID.' : `Enter the ${label.toLowerCase()}.`
}

/** A path of the contract's check as a field; the voice as a whole stands at its provider. */
const fieldOf = (path: readonly PropertyKey[]): FieldPath => {
  const joined = path.join('.')
  return fieldPaths.find((one) => one === joined) ?? fieldPaths.find((one) => one.startsWith(`${joined}.`)) ?? 'name'
}

/**
 * What the contract finds wrong with a draft.
 *
 * @param draft what was typed
 * @param agent the record that is edited (only what changed is judged), null for a new one
 * @returns a sentence for each field at fault; empty when it may be sent
 */
export function problemsOf(draft: Draft, agent: Agent | null): Problems<FieldPath> {
  const result =
    agent === null ? AgentCreate.safeParse(creationOf(draft)) : AgentUpdate.safeParse(changesOf(agent, draft))
  const issues = result.success ? [] : result.error.issues.map((issue) => [fieldOf(issue.path), issue] as const)
  const found: Problems<FieldPath> = Object.fromEntries(
    issues.toReversed().map(([path, issue]) => [path, sentenceOf(path, issue, record.valueAt(draft, path))]),
  )
  const numberChanged = agent === null || (agent.phoneNumber ?? '') !== draft.phoneNumber
  const number = readTypedNumber(draft.phoneNumber)
  if (numberChanged && draft.phoneNumber.trim() !== '' && !number.ok) found.phoneNumber = number.problem
  return found
}

/** The fields that the service's answer does not show as they were sent. */
export const notKept = (sent: ChangesBody, answer: Agent): FieldPath[] => record.notApplied(fieldPaths, sent, answer)

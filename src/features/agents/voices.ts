/**
 * Voices that providers offer to everybody, and those that the team's agents use. Only suggestions: any voice ID is accepted (interface 1).
 * Pure.
 */
import type { Agent } from '#contract/index.ts'
import type { Suggestion } from '#ui/forms/suggest-field.tsx'
import * as texts from './texts.ts'

interface ListedVoice {
  provider: string
  voiceId: string
  /** '' if the ID is the name. */
  name: string
}

const namedLikeTheirIds = {
  openai: 'alloy ash ballad coral echo fable nova onyx sage shimmer verse',
  rime: 'luna orion celeste astra cove moon eva grove',
  google:
    'en-US-Chirp3-HD-Aoede en-US-Chirp3-HD-Charon en-US-Chirp3-HD-Kore en-US-Chirp3-HD-Puck en-GB-Chirp3-HD-Aoede en-GB-Chirp3-HD-Charon en-GB-Chirp3-HD-Kore en-GB-Chirp3-HD-Puck',
}
const elevenLabsVoices = {
  EXAVITQu4vr4xnSDxMaL: 'Sarah',
  onwK4e9ZLuTAKqWW03F9: 'Daniel',
  JBFqnCBsd6RMkjVDRZzb: 'George',
  pFZP5JQG7iQjIQuC4Bku: 'Lily',
  nPczCjzI2devNBz1zQrB: 'Brian',
  cgSgspJ2msm6clMCkdW9: 'Jessica',
  '21m00Tcm4TlvDq8ikWAM': 'Rachel',
  Xb7hH8MSUJpSbSDYk0k2: 'Alice',
}

const listedVoices: readonly ListedVoice[] = [
  ...Object.entries(namedLikeTheirIds).flatMap(([provider, ids]) =>
    ids.split(' ').map((voiceId) => ({ provider, voiceId, name: '' })),
  ),
  ...Object.entries(elevenLabsVoices).map(([voiceId, name]) => ({ provider: 'elevenlabs', voiceId, name })),
]

const keyOf = (provider: string) => provider.trim().toLowerCase()

/** The listed voices and those of these agents, each once. An agent's own name of a voice comes first. */
function knownVoices(agents: readonly Pick<Agent, 'voice'>[]): ListedVoice[] {
  const used = agents.map(({ voice: { provider, voiceId, name } }) => ({ provider, voiceId, name: name ?? '' }))
  const voices = new Map<string, ListedVoice>()
  for (const voice of [...used, ...listedVoices]) {
    const key = `${keyOf(voice.provider)}/${voice.voiceId}`
    if (voice.voiceId !== '' && !voices.get(key)?.name) voices.set(key, voice)
  }
  return [...voices.values()]
}

/** The voices of a provider, by name. */
export const voicesOf = (provider: string, agents: readonly Pick<Agent, 'voice'>[]): Suggestion[] =>
  knownVoices(agents)
    .filter((voice) => keyOf(voice.provider) === keyOf(provider))
    .map(({ voiceId, name }) => ({ value: voiceId, note: name }))
    .toSorted((one, other) => (one.note || one.value).localeCompare(other.note || other.value))

/** The name of a known voice; '' if it has none. */
export const voiceNameOf = (provider: string, voiceId: string, agents: readonly Pick<Agent, 'voice'>[]): string =>
  knownVoices(agents).find((voice) => keyOf(voice.provider) === keyOf(provider) && voice.voiceId === voiceId)?.name ??
  ''

/** A sentence if the voice is known, but only of other providers; '' otherwise. */
export function foreignVoice(
  { provider, voiceId }: { provider: string; voiceId: string },
  agents: readonly Pick<Agent, 'voice'>[],
): string {
  const owners = knownVoices(agents).filter((voice) => voice.voiceId === voiceId.trim())
  const [owner] = owners
  if (!owner || provider.trim() === '' || owners.some((voice) => keyOf(voice.provider) === keyOf(provider))) return ''
  return texts.foreignVoice(owner.name || owner.voiceId, owner.provider, provider.trim())
}

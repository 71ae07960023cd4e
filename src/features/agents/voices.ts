/**
 * Voices that the workspace's agents use, and some that providers offered to everybody when this list was written. The service has no list of
 * voices and accepts any voice ID (interface 1), so the page calls the others suggestions. Pure.
 */
import { type Suggested, suggestionsFrom } from '#components/records/suggestions.ts'
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

const byName = (one: Suggested, other: Suggested) => (one.name || one.value).localeCompare(other.name || other.value)
const valueOf = ({ voiceId, name }: { voiceId: string; name?: string | null }): Suggested => ({
  value: voiceId,
  name: name ?? '',
})

/** The voices of a provider: those of the workspace's agents first, then what Switchboard suggests, by name. */
export const voicesOf = (provider: string, agents: readonly Pick<Agent, 'voice'>[]): Suggestion[] => {
  const isOfProvider = (voice: { provider: string }) => keyOf(voice.provider) === keyOf(provider)
  return suggestionsFrom(
    agents.flatMap(({ voice }) => (isOfProvider(voice) ? [valueOf(voice)] : [])),
    listedVoices.filter(isOfProvider).map(valueOf).toSorted(byName),
    texts.noun,
  )
}

/** The name of a known voice; '' if it has none. */
export const voiceNameOf = (provider: string, voiceId: string, agents: readonly Pick<Agent, 'voice'>[]): string =>
  knownVoices(agents).find((voice) => keyOf(voice.provider) === keyOf(provider) && voice.voiceId === voiceId)?.name ??
  ''

/** A sentence if the voice is known, but only of other providers; '' otherwise. The list may be out of date, so it is no more than a hint. */
export function foreignVoice(
  { provider, voiceId }: { provider: string; voiceId: string },
  agents: readonly Pick<Agent, 'voice'>[],
): string {
  const owners = knownVoices(agents).filter((voice) => voice.voiceId === voiceId.trim())
  const [owner] = owners
  if (!owner || provider.trim() === '' || owners.some((voice) => keyOf(voice.provider) === keyOf(provider))) return ''
  const isUsed = agents.some(({ voice }) => voice.voiceId === owner.voiceId && voice.provider === owner.provider)
  return texts.foreignVoice(owner.name || owner.voiceId, owner.provider, provider.trim(), isUsed)
}

import { describe, expect, it } from 'vitest'
import { emptyDraft, withVoiceId } from './draft.ts'
import { foreignVoice, voiceNameOf, voicesOf } from './voices.ts'

const agents = [
  { voice: { provider: 'cartesia', voiceId: 'sonic-warm', name: 'Warm' } },
  { voice: { provider: 'rime', voiceId: 'luna', name: null } },
  { voice: { provider: 'Acme', voiceId: 'alloy', name: null } },
]

describe('the voices of a provider', () => {
  it('are those of the workspace’s agents, and then suggestions that say so, each once', () => {
    expect(voicesOf('cartesia', agents)).toEqual([{ value: 'sonic-warm', note: 'Warm · used by 1 agent' }])
    const ofRime = voicesOf(' Rime ', agents)
    expect(ofRime[0]).toEqual({ value: 'luna', note: 'used by 1 agent' })
    expect(ofRime.filter(({ value }) => value === 'luna')).toHaveLength(1)
    expect(ofRime.slice(1).every(({ note }) => note === 'suggestion')).toBe(true)
    expect(voicesOf('elevenlabs', []).map(({ note }) => note)).toContain('Sarah · suggestion')
    expect(voicesOf('', agents)).toEqual([])
  })

  it('are recognized when another provider is chosen', () => {
    expect(foreignVoice({ provider: 'openai', voiceId: 'sonic-warm' }, agents)).toBe(
      'Other agents use Warm with cartesia, and this agent uses openai. Choose a voice from openai, or change the provider.',
    )
    expect(foreignVoice({ provider: 'openai', voiceId: 'celeste' }, agents)).toBe(
      'celeste looks like a rime voice, and this agent uses openai. Check that openai has it.',
    )
    expect(foreignVoice({ provider: 'cartesia', voiceId: 'sonic-warm' }, agents)).toBe('')
  })

  it('are not flagged if they are unknown, have several providers, or no provider is chosen yet', () => {
    expect(foreignVoice({ provider: 'openai', voiceId: 'my-clone' }, agents)).toBe('')
    expect(foreignVoice({ provider: 'openai', voiceId: 'alloy' }, agents)).toBe('')
    expect(foreignVoice({ provider: '', voiceId: 'alloy' }, agents)).toBe('')
  })
})

describe('another voice ID', () => {
  const nameOf = (voiceId: string) => voiceNameOf('elevenlabs', voiceId, agents)
  const sarah = { ...emptyDraft.voice, provider: 'elevenlabs', voiceId: 'EXAVITQu4vr4xnSDxMaL', name: 'Sarah' }

  it('brings the name of its voice, and no name if the voice is unknown', () => {
    expect(withVoiceId(sarah, 'onwK4e9ZLuTAKqWW03F9', nameOf).name).toBe('Daniel')
    expect(withVoiceId(sarah, 'my-clone', nameOf).name).toBe('')
  })

  it('keeps a name that somebody made up', () => {
    expect(withVoiceId({ ...sarah, name: 'Our Sarah' }, 'my-clone', nameOf).name).toBe('Our Sarah')
  })
})

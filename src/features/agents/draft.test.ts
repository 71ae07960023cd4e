import { describe, expect, it } from 'vitest'
import { merge, withValue } from '#components/records/draft/record-draft.ts'
import { Agent } from '#contract/index.ts'
import {
  changesOf,
  clearedVoice,
  creationOf,
  draftOf,
  emptyDraft,
  fieldPaths,
  notApplied,
  problemsOf,
  withProvider,
} from './draft.ts'

const anna = Agent.parse({
  id: 'anna',
  name: 'Anna',
  model: 'gpt-4o',
  voice: { provider: 'rime', voiceId: 'luna', language: 'en', pitch: 3 },
  personality: 'Friendly.',
  phoneNumber: '+14155550134',
  settings: { speed: 0.5, volume: 0.8, temperature: 0, echo: 0.2 },
  status: 'ready',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-02T00:00:00.000Z',
  team: 'renewals',
})
const validDraft = { ...emptyDraft, name: 'Ben', voice: { ...emptyDraft.voice, provider: 'openai', voiceId: 'alloy' } }

describe('a new agent', () => {
  it('is sent without empty optional fields', () => {
    expect(creationOf(validDraft)).toEqual({
      name: 'Ben',
      model: 'gpt-4o-mini',
      voice: { provider: 'openai', voiceId: 'alloy' },
      settings: { speed: 0.5, volume: 0.8, temperature: 0.4 },
    })
    expect(problemsOf(validDraft, null)).toEqual({})
  })

  it('is sent with its number in E.164, whatever the format', () => {
    expect(creationOf({ ...validDraft, phoneNumber: ' +1 (415) 555-0134 ' }).phoneNumber).toBe('+14155550134')
  })

  it('has a message for each invalid field', () => {
    expect(problemsOf({ ...emptyDraft, name: ' ', phoneNumber: '4155550134' }, null)).toEqual({
      name: 'Enter the name.',
      'voice.provider': 'Enter the voice provider.',
      'voice.voiceId': 'Enter the voice ID.',
      phoneNumber: 'The number has no country code. Expected +14155550134.',
    })
  })

  it('shows the length of a text that is too long', () => {
    expect(problemsOf({ ...validDraft, personality: 'x'.repeat(20_001) }, null)).toEqual({
      personality: 'Personality can have at most 20,000 characters. This one has 20,001.',
    })
  })
})

describe('an edited agent', () => {
  const draft = draftOf(anna)

  it('sends nothing if nothing changed', () => {
    expect(changesOf(anna, draft)).toEqual({})
  })

  it('sends only the changed fields', { tags: ['I0-1'] }, () => {
    expect(changesOf(anna, { ...draft, name: 'Anna B' })).toEqual({ name: 'Anna B' })
    expect(changesOf(anna, { ...draft, phoneNumber: '' })).toEqual({ phoneNumber: null })
  })

  it('restores a version with the unknown fields that voice and settings had in it', () => {
    const version = Agent.parse({
      ...anna,
      personality: 'Strict.',
      voice: { ...anna.voice, pitch: 5 },
      settings: { ...anna.settings, echo: 0.4 },
    })
    expect(changesOf(anna, draftOf(version), version)).toEqual({
      personality: 'Strict.',
      voice: { provider: 'rime', voiceId: 'luna', name: null, language: 'en', pitch: 5 },
      settings: { speed: 0.5, volume: 0.8, temperature: 0, echo: 0.4 },
    })
    expect(changesOf(version, draftOf(version), version)).toEqual({})
    expect(creationOf(draftOf(version), version)).toMatchObject({ voice: { pitch: 5 }, settings: { echo: 0.4 } })
  })

  it('sends provider and voice together, and keeps unknown fields of voice and settings', () => {
    expect(changesOf(anna, withValue(draft, 'voice.voiceId', 'sol')).voice).toMatchObject({
      provider: 'rime',
      voiceId: 'sol',
      pitch: 3,
    })
    expect(changesOf(anna, withValue(draft, 'settings.speed', 0)).settings).toEqual({
      speed: 0,
      volume: 0.8,
      temperature: 0,
      echo: 0.2,
    })
  })

  it('accepts an invalid number that nobody changed', () => {
    const agentWithExtension = { ...anna, phoneNumber: 'ext. 12' }
    expect(problemsOf({ ...draftOf(agentWithExtension), name: 'Anna B' }, agentWithExtension)).toEqual({})
    expect(problemsOf({ ...draft, phoneNumber: 'ext. 13' }, anna)).toEqual({
      phoneNumber: 'A phone number has only digits after a +.',
    })
  })

  it('needs a name', () => {
    expect(problemsOf({ ...draft, name: '' }, anna)).toEqual({ name: 'Enter the name.' })
  })
})

describe('a voice and its provider', () => {
  const luna = { provider: 'rime', voiceId: 'luna', name: 'Luna', language: 'en' }

  it('are one choice: another provider clears the voice, and the previous provider restores it', () => {
    const cleared = withProvider(luna, 'cartesia', luna)
    expect(cleared).toEqual({ provider: 'cartesia', voiceId: '', name: '', language: 'en' })
    expect(clearedVoice(cleared, luna)).toBe('Luna is a rime voice. Enter a voice from cartesia.')
    expect(withProvider(cleared, 'rime ', luna)).toEqual({ ...luna, provider: 'rime ' })
    expect(problemsOf({ ...validDraft, voice: cleared }, null)).toEqual({ 'voice.voiceId': 'Enter the voice ID.' })
  })

  it('can be entered in any order: a voice without a provider stays', () => {
    const typed = { ...luna, provider: '' }
    expect(withProvider(typed, 'r', typed)).toEqual({ ...luna, provider: 'r' })
  })
})

describe('the response of the service', () => {
  it('shows that everything was applied', () => {
    const sent = {
      name: 'Anna ',
      voice: { provider: 'rime', voiceId: 'luna', language: null },
      settings: { temperature: 0 },
    }
    const response = { ...anna, voice: { provider: 'rime', voiceId: 'luna' } }
    expect(notApplied(sent, response)).toEqual([])
  })

  it('shows which fields were not applied', { tags: ['I6-24'] }, () => {
    const sent = {
      name: 'Anna',
      phoneNumber: '+14155550199',
      voice: { provider: 'rime', voiceId: 'sol' },
      settings: { speed: 0.9 },
    }
    expect(notApplied(sent, { ...anna, phoneNumber: null })).toEqual(['voice.voiceId', 'phoneNumber', 'settings.speed'])
    expect(
      notApplied({ settings: { temperature: 0 } }, { ...anna, settings: { ...anna.settings, temperature: null } }),
    ).toEqual(['settings.temperature'])
  })
})

describe('an agent that somebody else changed during the edit', () => {
  const theirs: Agent = { ...anna, model: 'gpt-4.1', personality: 'Formal.', name: 'Anna (renewals)' }

  it('gets their changes, except for fields that both changed', () => {
    const mine = { ...draftOf(anna), name: 'Anna B', phoneNumber: '' }
    const merged = merge(fieldPaths, draftOf(anna), draftOf(theirs), mine)
    expect(merged.adopted).toEqual(['model', 'personality'])
    expect(merged.conflicting).toEqual(['name'])
    expect(merged.draft).toMatchObject({ name: 'Anna B', model: 'gpt-4.1', personality: 'Formal.', phoneNumber: '' })
    expect(changesOf(theirs, merged.draft)).toEqual({ name: 'Anna B', phoneNumber: null })
  })

  it('has no conflict if both made the same change', () => {
    const merged = merge(fieldPaths, draftOf(anna), draftOf(theirs), { ...draftOf(anna), name: 'Anna (renewals)' })
    expect(merged.conflicting).toEqual([])
    expect(changesOf(theirs, merged.draft)).toEqual({})
  })
})

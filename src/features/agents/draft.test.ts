import { describe, expect, it } from 'vitest'
import { merge, withValue } from '#components/records/record-draft.ts'
import { Agent } from '#contract/index.ts'
import {
  changesOf,
  creationOf,
  draftOf,
  emptyDraft,
  fieldPaths,
  leftVoice,
  notKept,
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
const written = { ...emptyDraft, name: 'Ben', voice: { ...emptyDraft.voice, provider: 'openai', voiceId: 'alloy' } }

describe('an agent that is created', () => {
  it('is sent with what was written, and nothing for what was left blank', () => {
    expect(creationOf(written)).toEqual({
      name: 'Ben',
      model: 'gpt-4o-mini',
      voice: { provider: 'openai', voiceId: 'alloy' },
      settings: { speed: 0.5, volume: 0.8, temperature: 0.4 },
    })
    expect(problemsOf(written, null)).toEqual({})
  })

  it('has its number sent in E.164, however it was written', () => {
    expect(creationOf({ ...written, phoneNumber: ' +1 (415) 555-0134 ' }).phoneNumber).toBe('+14155550134')
  })

  it('names every field that is wrong, with what to do', () => {
    expect(problemsOf({ ...emptyDraft, name: ' ', phoneNumber: '4155550134' }, null)).toEqual({
      name: 'Enter the name.',
      'voice.provider': 'Enter the voice provider.',
      'voice.voiceId': 'Enter the voice ID.',
      phoneNumber: 'The number has no country code. Expected +14155550134.',
    })
  })

  it('says how much too long a text is', () => {
    expect(problemsOf({ ...written, personality: 'x'.repeat(20_001) }, null)).toEqual({
      personality: 'Personality: at most 20,000 characters; this has 20,001.',
    })
  })
})

describe('an agent that is edited', () => {
  const draft = draftOf(anna)

  it('sends nothing when nothing was changed', () => {
    expect(changesOf(anna, draft)).toEqual({})
  })

  it('sends only what was changed', { tags: ['I0-1'] }, () => {
    expect(changesOf(anna, { ...draft, name: 'Anna B' })).toEqual({ name: 'Anna B' })
    expect(changesOf(anna, { ...draft, phoneNumber: '' })).toEqual({ phoneNumber: null })
  })

  it('sends provider and voice together, and keeps what it does not know of voice and settings', () => {
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

  it('is not held up by a number that was there before and that nobody touched', () => {
    const odd = { ...anna, phoneNumber: 'ext. 12' }
    expect(problemsOf({ ...draftOf(odd), name: 'Anna B' }, odd)).toEqual({})
    expect(problemsOf({ ...draft, phoneNumber: 'ext. 13' }, anna)).toEqual({
      phoneNumber: 'A phone number has only digits after a +.',
    })
  })

  it('may not lose its name', () => {
    expect(problemsOf({ ...draft, name: '' }, anna)).toEqual({ name: 'Enter the name.' })
  })
})

describe('a voice and its provider', () => {
  const luna = { provider: 'rime', voiceId: 'luna', name: 'Luna', language: 'en' }

  it('are one choice: another provider empties the voice, and the former brings it back', () => {
    const other = withProvider(luna, 'cartesia', luna)
    expect(other).toEqual({ provider: 'cartesia', voiceId: '', name: '', language: 'en' })
    expect(leftVoice(other, luna)).toBe('Luna is a voice of rime. Enter one of cartesia.')
    expect(withProvider(other, 'rime ', luna)).toEqual({ ...luna, provider: 'rime ' })
    expect(problemsOf({ ...written, voice: other }, null)).toEqual({ 'voice.voiceId': 'Enter the voice ID.' })
  })

  it('may be typed in any order: a voice without a provider stays', () => {
    const typed = { ...luna, provider: '' }
    expect(withProvider(typed, 'r', typed)).toEqual({ ...luna, provider: 'r' })
  })
})

describe('the answer of the service', () => {
  it('is found to have kept everything', () => {
    const sent = {
      name: 'Anna ',
      voice: { provider: 'rime', voiceId: 'luna', language: null },
      settings: { temperature: 0 },
    }
    const answer = { ...anna, voice: { provider: 'rime', voiceId: 'luna' } }
    expect(notKept(sent, answer)).toEqual([])
  })

  it('names what was not kept', { tags: ['I6-24'] }, () => {
    const sent = {
      name: 'Anna',
      phoneNumber: '+14155550199',
      voice: { provider: 'rime', voiceId: 'sol' },
      settings: { speed: 0.9 },
    }
    expect(notKept(sent, { ...anna, phoneNumber: null })).toEqual(['voice.voiceId', 'phoneNumber', 'settings.speed'])
    expect(
      notKept({ settings: { temperature: 0 } }, { ...anna, settings: { ...anna.settings, temperature: null } }),
    ).toEqual(['settings.temperature'])
  })
})

describe('an agent that somebody else changed meanwhile', () => {
  const theirs: Agent = { ...anna, model: 'gpt-4.1', personality: 'Formal.', name: 'Anna (renewals)' }

  it('takes over what only they changed, and asks where both changed', () => {
    const mine = { ...draftOf(anna), name: 'Anna B', phoneNumber: '' }
    const merged = merge(fieldPaths, draftOf(anna), draftOf(theirs), mine)
    expect(merged.taken).toEqual(['model', 'personality'])
    expect(merged.disputed).toEqual(['name'])
    expect(merged.draft).toMatchObject({ name: 'Anna B', model: 'gpt-4.1', personality: 'Formal.', phoneNumber: '' })
    expect(changesOf(theirs, merged.draft)).toEqual({ name: 'Anna B', phoneNumber: null })
  })

  it('disputes nothing where both wrote the same', () => {
    const merged = merge(fieldPaths, draftOf(anna), draftOf(theirs), { ...draftOf(anna), name: 'Anna (renewals)' })
    expect(merged.disputed).toEqual([])
    expect(changesOf(theirs, merged.draft)).toEqual({})
  })
})

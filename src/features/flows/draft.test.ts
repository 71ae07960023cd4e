import { describe, expect, it } from 'vitest'
import { withValue } from '#components/records/record-draft.ts'
import { Flow } from '#contract/index.ts'
import { changesOf, creationOf, draftOf, emptyDraft, notKept, problemsOf, shown } from './draft.ts'
import { setStepData } from './steps/graph.ts'

const renewal = Flow.parse({
  id: 'renewal',
  name: 'Renewal',
  description: 'Renews plans.',
  direction: 'outbound',
  agentId: 'anna',
  promptType: 'flow',
  prompt: 'Be honest.',
  flowData: {
    nodes: [
      { id: 'start', type: 'start', position: { x: 1, y: 2, z: 3 }, data: { label: 'Start', mood: 'calm' }, tag: 7 },
    ],
    edges: [],
    viewport: { zoom: 2 },
  },
  rules: [{ id: 'r1', when: 'silence', then: 'go_to_node', value: 'start', since: '2026' }],
  settings: {
    callSetting: { maxCallDuration: 300, endCallOnSilence: 15, ringFor: 20 },
    responseSettings: { delay: 0.4, workingHours: { enabled: true, start: '9', end: '17:00', timezone: 'Mars/Base' } },
    enableRecording: true,
    carrier: 'north',
  },
  team: 'renewals',
})
const draft = draftOf(renewal)

describe('a flow that is edited', () => {
  it('sends nothing when nothing was changed', () => {
    expect(changesOf(renewal, draft)).toEqual({})
  })

  it('sends only what was changed, with everything that stood in it', () => {
    expect(changesOf(renewal, { ...draft, name: 'Renewal B' })).toEqual({ name: 'Renewal B' })
    const flowData = setStepData(draft.flowData, 'start', 'label', 'Go')
    expect(changesOf(renewal, { ...draft, flowData })).toEqual({
      flowData: {
        nodes: [
          { id: 'start', type: 'start', position: { x: 1, y: 2, z: 3 }, data: { label: 'Go', mood: 'calm' }, tag: 7 },
        ],
        edges: [],
        viewport: { zoom: 2 },
      },
    })
  })

  it('sends settings that a colleague set meanwhile back as they are', () => {
    const now = { ...renewal, settings: { ...renewal.settings, enableRecording: false, carrier: 'south' } }
    const mine = withValue(draftOf(now), 'settings.callSetting.maxCallDuration', 600)
    expect(changesOf(now, mine)).toEqual({
      settings: {
        ...now.settings,
        callSetting: { maxCallDuration: 600, endCallOnSilence: 15, ringFor: 20 },
      },
    })
  })

  it('is not held up by what was odd before and nobody touched', () => {
    const odd = { ...renewal, direction: 'sideways' }
    expect(problemsOf({ ...draftOf(odd), name: 'Renewal B' }, odd)).toEqual({})
    expect(problemsOf({ ...draft, direction: 'sideways' }, renewal)).toEqual({
      direction: 'Direction: the service takes no such value.',
    })
    const touched = withValue(draft, 'settings.responseSettings.workingHours.end', '18:00')
    expect(Object.values(problemsOf(touched, renewal))).toEqual([
      'Working hours begin at a time such as 09:00.',
      'Choose a time zone such as Europe/London.',
    ])
  })
})

describe('a flow that is created', () => {
  const written = { ...emptyDraft('Europe/London'), name: 'Survey' }

  it('is sent whole', () => {
    expect(problemsOf(written, null)).toEqual({})
    expect(creationOf(written)).toMatchObject({ name: 'Survey', agentId: null, flowData: { nodes: [{ id: 'start' }] } })
  })

  it('names every field that is wrong, in the order of the form, with what to do', () => {
    const wrong = withValue(
      {
        ...written,
        name: ' ',
        welcomeMessage: 'ai_custom',
        rules: [
          { id: 'a', when: '', then: 'end', value: '' },
          { id: 'b', when: 'silence', then: 'go_to_node', value: 'gone' },
          { id: 'c', when: 'late', then: 'transfer', value: ' ' },
        ],
      },
      'settings.callSetting.maxCallDuration',
      4000,
    )
    expect(problemsOf(wrong, null)).toEqual({
      name: 'Enter the name.',
      customWelcomeMessage: 'Write the welcome message, or choose other first words.',
      'rules.0.when': 'Rule 1: Say when the rule applies.',
      'rules.1.value': 'Rule 2: Choose the step that it goes to.',
      'rules.2.value': 'Rule 3: Say to whom the call is transferred.',
      'settings.callSetting.maxCallDuration': 'Longest call: a number of seconds from 0 to 3,600.',
    })
  })
})

describe('the answer of the service', () => {
  it('names what was not kept', { tags: ['I6-24'] }, () => {
    const sent = { rules: [], name: 'Renewal', settings: { enableRecording: false } }
    expect(notKept(sent, renewal)).toEqual(['rules', 'settings.enableRecording'])
  })
})

describe('two versions beside each other', () => {
  it('are told in words', () => {
    expect(shown('flowData', renewal.flowData)).toBe('1 step, 0 connections')
    expect(shown('rules', renewal.rules)).toBe('silence → go_to_node start')
    expect(shown('isActive', true)).toBe('on')
  })
})

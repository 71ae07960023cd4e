import { describe, expect, it } from 'vitest'
import { withValue } from '#components/records/draft/record-draft.ts'
import { Flow } from '#contract/index.ts'
import {
  activationProblems,
  changesOf,
  creationOf,
  draftOf,
  emptyDraft,
  formatValue,
  notApplied,
  problemsOf,
} from './draft.ts'
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

describe('an edited flow', () => {
  it('sends nothing if nothing changed', () => {
    expect(changesOf(renewal, draft)).toEqual({})
  })

  it('restores a version with the unknown parts of its settings', () => {
    const version = { ...renewal, prompt: 'Be kind.', settings: { ...renewal.settings, music: 'calm' } }
    const body = changesOf(renewal, { ...draftOf(version), name: 'Renewal 2' }, version)
    expect(body).toEqual({ name: 'Renewal 2', prompt: 'Be kind.', settings: version.settings })
    expect(changesOf(version, draftOf(version), version)).toEqual({})
  })

  it('sends only changed fields, with their unknown parts', () => {
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

  it('keeps settings that a colleague changed in the meantime', () => {
    const current = { ...renewal, settings: { ...renewal.settings, enableRecording: false, carrier: 'south' } }
    const myDraft = withValue(draftOf(current), 'settings.callSetting.maxCallDuration', 600)
    expect(changesOf(current, myDraft)).toEqual({
      settings: {
        ...current.settings,
        callSetting: { maxCallDuration: 600, endCallOnSilence: 15, ringFor: 20 },
      },
    })
  })

  it('ignores problems of unchanged fields', () => {
    const flowWithUnknownDirection = { ...renewal, direction: 'sideways' }
    expect(problemsOf({ ...draftOf(flowWithUnknownDirection), name: 'Renewal B' }, flowWithUnknownDirection)).toEqual(
      {},
    )
    expect(problemsOf({ ...draft, direction: 'sideways' }, renewal)).toEqual({
      direction: 'Direction: the service does not support this value. Choose another one.',
    })
    const withEndTime = withValue(draft, 'settings.responseSettings.workingHours.end', '18:00')
    expect(Object.values(problemsOf(withEndTime, renewal))).toEqual([
      'Enter when working hours start, for example 09:00.',
      'Choose a time zone, for example Europe/London.',
    ])
  })
})

describe('a new flow', () => {
  const validDraft = { ...emptyDraft('Europe/London'), name: 'Survey' }

  it('is sent with all fields', () => {
    expect(problemsOf(validDraft, null)).toEqual({})
    expect(creationOf(validDraft)).toMatchObject({
      name: 'Survey',
      agentId: null,
      flowData: { nodes: [{ id: 'start' }] },
    })
  })

  it('is inactive, and says so to the service, whose default is active', () => {
    expect(creationOf(validDraft).isActive).toBe(false)
    expect(creationOf({ ...validDraft, isActive: true }).isActive).toBe(true)
  })

  it('has a problem for each invalid field, in the order of the form', () => {
    const invalidDraft = withValue(
      {
        ...validDraft,
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
    expect(problemsOf(invalidDraft, null)).toEqual({
      name: 'Enter the name.',
      customWelcomeMessage: 'Enter the welcome message, or choose another greeting.',
      'rules.0.when': 'Rule 1: Enter when the rule applies.',
      'rules.1.value': 'Rule 2: Choose the step to go to.',
      'rules.2.value': 'Rule 3: Enter who takes over the call.',
      'settings.callSetting.maxCallDuration': 'Enter a maximum call length from 0 to 3,600 seconds.',
    })
  })
})

describe('a flow that becomes active', () => {
  const inactive = { ...renewal, isActive: false }
  const activated = { ...draft, isActive: true }

  it('has the problems that its steps have', () => {
    expect(activationProblems(inactive, activated)).toEqual(['1. Start has no next step.'])
    expect(activationProblems(null, { ...emptyDraft('Europe/London'), isActive: true, agentId: 'anna' })).toHaveLength(
      1,
    )
  })

  it('has no agent, so that no call uses it', () => {
    const flowData = { nodes: [], edges: [] }
    expect(activationProblems(inactive, { ...activated, flowData })).toEqual([])
    expect(activationProblems(inactive, { ...activated, flowData, agentId: null })).toEqual([
      'The flow has no agent, so no calls use it.',
    ])
  })

  it('has no prompt, although the agent ignores its steps', () => {
    const promptOnly = { ...activated, promptType: 'simple' }
    expect(activationProblems(inactive, promptOnly)).toEqual([])
    expect(activationProblems(inactive, { ...promptOnly, prompt: ' ' })).toEqual([
      'The flow has no prompt, and the agent ignores its steps.',
    ])
  })

  it('is only asked about when it becomes active', () => {
    expect(activationProblems(inactive, { ...activated, isActive: false })).toEqual([])
    expect(activationProblems({ ...renewal, isActive: true }, activated)).toEqual([])
  })
})

describe('the response of the service', () => {
  it('shows which fields were not applied', { tags: ['I6-24'] }, () => {
    const sent = { rules: [], name: 'Renewal', settings: { enableRecording: false } }
    expect(notApplied(sent, renewal)).toEqual(['rules', 'settings.enableRecording'])
  })
})

describe('formatValue', () => {
  it('describes a value in words', () => {
    expect(formatValue('flowData', renewal.flowData)).toBe('1 step, 0 connections')
    expect(formatValue('rules', renewal.rules)).toBe('When nobody speaks → Go to step start')
    expect(formatValue('isActive', true)).toBe('On')
  })
})

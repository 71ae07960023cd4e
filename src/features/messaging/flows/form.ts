/**
 * How a message flow is read, and the fields of its form. Autopilot is not among them: it is turned on and off on the flow's page, where
 * turning it on asks for confirmation.
 */
import { type ReadOptions, read } from '#api/reads.ts'
import { type MessageFlow, MessageFlowBody } from '#contract/index.ts'
import { flatRecord } from '../shared/flat-record.ts'
import * as texts from './texts.tsx'

export const messageFlowRead = (messageFlowId: string): ReadOptions<MessageFlow> =>
  read('messageFlowShow', { params: { messageFlowId } })

type Draft = Pick<
  MessageFlow,
  'name' | 'agent' | 'direction' | 'messageChannel' | 'isActive' | 'prompt' | 'initiationMessage'
>

export const messageFlowForm = flatRecord<MessageFlow, Draft>({
  labels: texts.fieldLabels,
  empty: {
    name: '',
    agent: null,
    direction: 'bidirectional',
    messageChannel: 'sms',
    // A flow writes nothing before somebody activates it.
    isActive: false,
    prompt: '',
    initiationMessage: '',
  },
  body: MessageFlowBody,
  activationProblems: (flow, { isActive, agent }) =>
    !isActive || flow?.isActive
      ? []
      : [
          ...(agent === null ? ['The flow has no messaging agent, so it cannot write messages.'] : []),
          ...(flow?.autopilot ? ['Autopilot is on, so the flow’s messages are sent without review.'] : []),
        ],
})

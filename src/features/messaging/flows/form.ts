/**
 * A message flow: how it is read, and its form. Autopilot is not in the form: it is switched on the flow's page, where switching it on is
 * confirmed.
 */
import { type Read, read } from '#api/reads.ts'
import { flatRecord } from '#components/records/flat-record.ts'
import { type MessageFlow, MessageFlowBody } from '#contract/index.ts'

export const messageFlowRead = (messageFlowId: string): Read<MessageFlow> =>
  read('messageFlowShow', { params: { messageFlowId } })

type Draft = Pick<
  MessageFlow,
  'name' | 'agent' | 'direction' | 'messageChannel' | 'isActive' | 'prompt' | 'initiationMessage'
>

export const messageFlowForm = flatRecord<MessageFlow, Draft>({
  labels: {
    name: 'Name',
    agent: 'Messaging agent',
    direction: 'Direction',
    messageChannel: 'Channel',
    isActive: 'Active',
    prompt: 'Prompt',
    initiationMessage: 'First message',
  },
  empty: {
    name: '',
    agent: null,
    direction: 'bidirectional',
    messageChannel: 'sms',
    isActive: true,
    prompt: '',
    initiationMessage: '',
  },
  body: MessageFlowBody,
})

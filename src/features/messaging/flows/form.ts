/**
 * How a message flow is read, and the fields of its form. Autopilot is not among them: it is turned on and off on the flow's page, where
 * turning it on asks for confirmation.
 */
import { type ReadOptions, read } from '#api/reads.ts'
import { flatRecord } from '#components/records/flat-record.ts'
import { type MessageFlow, MessageFlowBody } from '#contract/index.ts'
import { fieldLabels } from './texts.tsx'

export const messageFlowRead = (messageFlowId: string): ReadOptions<MessageFlow> =>
  read('messageFlowShow', { params: { messageFlowId } })

type Draft = Pick<
  MessageFlow,
  'name' | 'agent' | 'direction' | 'messageChannel' | 'isActive' | 'prompt' | 'initiationMessage'
>

export const messageFlowForm = flatRecord<MessageFlow, Draft>({
  labels: fieldLabels,
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

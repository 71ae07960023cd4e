/** A messaging agent: how it is read, and its form. */
import { type Read, read } from '#api/reads.ts'
import { flatRecord } from '#components/records/flat-record.ts'
import { type MessagingAgent, MessagingAgentBody } from '#contract/index.ts'

export const messagingAgentRead = (messagingAgentId: string): Read<MessagingAgent> =>
  read('messagingAgentShow', { params: { messagingAgentId } })

type Draft = Pick<MessagingAgent, 'name' | 'model' | 'messageChannel' | 'phoneNumberId'>

export const messagingAgentForm = flatRecord<MessagingAgent, Draft>({
  labels: {
    name: 'Name',
    model: 'Language model',
    messageChannel: 'Channel',
    phoneNumberId: 'Phone number ID',
  },
  empty: { name: '', model: 'gpt-4o-mini', messageChannel: 'sms', phoneNumberId: null },
  body: MessagingAgentBody,
})

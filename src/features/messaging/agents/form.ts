/** How a messaging agent is read, and the fields of its form. */
import { type ReadOptions, read } from '#api/reads.ts'
import { type MessagingAgent, MessagingAgentBody } from '#contract/index.ts'
import { flatRecord } from '../shared/flat-record.ts'
import { fieldLabels } from './texts.ts'

export const messagingAgentRead = (messagingAgentId: string): ReadOptions<MessagingAgent> =>
  read('messagingAgentShow', { params: { messagingAgentId } })

type Draft = Pick<MessagingAgent, 'name' | 'model' | 'messageChannel' | 'phoneNumberId'>

export const messagingAgentForm = flatRecord<MessagingAgent, Draft>({
  labels: fieldLabels,
  empty: { name: '', model: 'gpt-4o-mini', messageChannel: 'sms', phoneNumberId: null },
  body: MessagingAgentBody,
})

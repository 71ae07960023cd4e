/** The addresses of all pages. They contain IDs, but never names or phone numbers. */
import type { SettingsPart } from './settings-pages.ts'

const queryString = (values: Record<string, string | undefined>): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) if (value) search.set(name, value)
  return search.size === 0 ? '' : `?${search}`
}

export const paths = {
  /** Opens the page where the operator's work is (`homeOf`). */
  home: () => '/',
  overview: () => '/overview',
  unfinished: () => '/unfinished',
  calls: () => '/calls',
  newCall: ({ agent }: { agent?: string } = {}) => `/calls/new${queryString({ agent })}`,
  call: (roomName: string) => `/calls/${roomName}`,
  endedCalls: () => '/calls/ended',
  callBacks: () => '/calls/ended?of=callbacks&state=open',
  /** Figures about what the team has seen, one page for each question (`questions` in `features/reports/report.tsx`). */
  reports: (question = 'reaching', search: Record<string, string> = {}) => `/reports/${question}${queryString(search)}`,
  batches: (search: { state?: string } = {}) => `/batches${queryString(search)}`,
  newBatch: () => '/batches/new',
  batch: (batchId: string, search: { call?: string } = {}) => `/batches/${batchId}${queryString(search)}`,
  doNotCall: () => '/calls/do-not-call',
  review: (draft: { conversation?: string; message?: string; age?: string; agent?: string } = {}) =>
    `/review${queryString(draft)}`,
  conversations: () => '/conversations',
  conversation: (conversationId: string) => `/conversations/${conversationId}`,
  /** @param personId encrypts the person's number or e-mail address (gateway) */
  person: (personId: string) => `/conversations/people/${personId}`,
  agents: () => '/agents',
  /** @param from the agent that it is a copy of */
  newAgent: ({ from }: { from?: string } = {}) => `/agents/new${queryString({ from })}`,
  importRecords: () => '/agents/import',
  agent: (agentId: string) => `/agents/${agentId}`,
  editAgent: (agentId: string) => `/agents/${agentId}/edit`,
  flows: () => '/flows',
  /** @param from the flow that it is a copy of */
  newFlow: (start: { from?: string; template?: string; agent?: string } = {}) => `/flows/new${queryString(start)}`,
  flowTemplates: ({ agent }: { agent?: string } = {}) => `/flows/templates${queryString({ agent })}`,
  flow: (flowId: string) => `/flows/${flowId}`,
  editFlow: (flowId: string) => `/flows/${flowId}/edit`,
  messagingAgents: () => '/agents/messaging',
  newMessagingAgent: () => '/agents/messaging/new',
  messagingAgent: (messagingAgentId: string) => `/agents/messaging/${messagingAgentId}`,
  editMessagingAgent: (messagingAgentId: string) => `/agents/messaging/${messagingAgentId}/edit`,
  messageFlows: () => '/flows/messages',
  newMessageFlow: () => '/flows/messages/new',
  messageFlow: (messageFlowId: string) => `/flows/messages/${messageFlowId}`,
  editMessageFlow: (messageFlowId: string) => `/flows/messages/${messageFlowId}/edit`,
  signIn: () => '/sign-in',
  operator: (operatorId: string) => `/settings/operators/${operatorId}`,
  settings: (part: SettingsPart = 'service') => `/settings/${part}`,
} as const

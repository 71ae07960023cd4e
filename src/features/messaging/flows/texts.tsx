/** Texts of the pages of message flows. */
import type { ReactNode } from 'react'

export const noun = ['message flow', 'message flows'] as const

// Form
export const fieldLabels = {
  name: 'Name',
  agent: 'Messaging agent',
  direction: 'Direction',
  messageChannel: 'Channel',
  isActive: 'Active',
  prompt: 'Prompt',
  initiationMessage: 'First message',
}
export const formSection = 'Message flow'
export const contentSection = 'Messages'
export const agentHint = 'The agent that writes the messages of this flow.'
export const agentPlaceholder = 'Type a name'
export const noMatchingAgent = 'No messaging agent has this name.'
export const activeHint = 'Only an active flow writes messages.'
export const promptHint = 'Tells the agent how to write.'
export const firstMessageHint =
  'The first message to a customer. Variables in braces, such as {first_name}, are filled in for each customer.'
export const autopilotNote = (isOn: boolean) =>
  isOn
    ? 'Autopilot is on: this flow sends messages without review. You can change this on the flow’s page.'
    : 'Autopilot is off: messages from this flow wait for review. You can change this on the flow’s page.'

// Asking before a flow is activated
export const agentNotChosen = 'The flow has no messaging agent, so it cannot write messages.'
export const sendsUnreviewed = 'Autopilot is on, so the flow’s messages are sent without review.'

// List
export const listPurpose =
  'A message flow tells a messaging agent what to write, and decides whether the messages wait for review.'
export const directionColumn = 'Direction'
export const agentColumn = 'Messaging agent'
export const inactiveFilter = 'Inactive'
export const withoutReviewFilter = 'Sends without review'
export const noAgentFilter = 'No messaging agent'

// Export
export const agentsNotExported = 'Not all of their messaging agents could be loaded, so some are not in the file.'

// Page of one flow
export const pageTitle = 'Message flow'
export const loadingFlow = 'Loading message flow…'
export const edit = 'Edit message flow'
export const flowId = 'Message flow ID'
export const copiedFlowId = 'message flow ID'
export const noAgent = 'None. This flow cannot write messages.'
export const noPrompt = 'No prompt. A prompt tells the agent how to write.'
export const noFirstMessage = 'None. The agent writes the first message itself.'

// Autopilot
export const reviewSection = 'Review'
export const turnAutopilotOff = 'Turn off autopilot'
export const turnAutopilotOn = 'Turn on autopilot'
export const autopilotIsOn =
  'Autopilot is on. Messages from this flow are sent to the customer immediately. Nobody reviews them first.'
export const autopilotIsOnInactive =
  'Autopilot is on, but the flow is inactive and writes no messages. Once you activate it, its messages are sent without review.'
export const autopilotIsOff = (reviewLink: ReactNode) => (
  <>Autopilot is off. Messages from this flow wait in {reviewLink} until someone approves them.</>
)
export const reviewLink = 'Review'
export const autopilotTurnedOn = (flow: string) => `“${flow}” now sends without review.`
export const autopilotTurnedOff = (flow: string) => `Messages from “${flow}” now wait for review.`
export const autopilotNotTurnedOn = (flow: string) => ({
  title: `The service did not turn on autopilot for “${flow}”.`,
  text: 'Its messages still wait for review.',
})
export const autopilotNotTurnedOff = (flow: string) => ({
  title: `The service did not turn off autopilot for “${flow}”.`,
  text: 'Its messages may still be sent without review.',
})
export const confirmAutopilot = (flow: string) => `Let “${flow}” send without review?`
export const cancel = 'Cancel'
export const autopilotWarning =
  'From then on, every message from this flow is sent to the customer immediately. Nobody reviews it first, and a sent message cannot be recalled.'
export const waitingDraftsStay = 'Drafts that are already waiting for review stay in the queue.'

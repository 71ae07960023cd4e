/** Texts of the pages of message flows. */

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
export const autopilotNote = (isOn: boolean) =>
  isOn
    ? 'Autopilot is on: this flow sends messages without review. You can change this on the flow’s page.'
    : 'Autopilot is off: messages from this flow wait for review. You can change this on the flow’s page.'

// Autopilot
export const turnAutopilotOn = 'Turn on autopilot'

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

// Autopilot
export const turnAutopilotOn = 'Turn on autopilot'

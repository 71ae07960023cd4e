/** A transcript as the text of a cell. Pure. */
import { isAgentRole, type TranscriptLine } from '#contract/index.ts'

/** Each line with who said it. */
export const transcriptText = (lines: readonly TranscriptLine[]): string =>
  lines.map(({ role, content }) => `${isAgentRole(role) ? 'Agent' : 'Customer'}: ${content}`).join('\n')

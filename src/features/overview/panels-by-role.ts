/** The order of figures and panels on the overview, by role. */
import type { Role } from '#contract/index.ts'

export type FigureName = 'today' | 'answered' | 'calls' | 'batches' | 'drafts' | 'decided' | 'requests'
export type PanelName = 'today' | 'live' | 'running' | 'drafts'
interface Layout {
  figures: readonly FigureName[]
  /** Left and right column; on narrow screens the right one is below. */
  panels: readonly [readonly PanelName[], readonly PanelName[]]
}

/**
 * Every role sees the same panels and six figures, those of its own work first. Only administrators see the requests to the service. The
 * columns are about equally tall: the tall panels, today's calls and a full list of drafts or calls, are not in the same one.
 */
const layouts: Record<Role, Layout> = {
  support: {
    figures: ['calls', 'today', 'answered', 'drafts', 'batches', 'decided'],
    panels: [
      ['live', 'drafts'],
      ['today', 'running'],
    ],
  },
  campaign_manager: {
    figures: ['batches', 'today', 'answered', 'calls', 'drafts', 'decided'],
    panels: [
      ['running', 'drafts'],
      ['today', 'live'],
    ],
  },
  reviewer: {
    figures: ['drafts', 'decided', 'calls', 'today', 'answered', 'batches'],
    panels: [
      ['drafts', 'live'],
      ['today', 'running'],
    ],
  },
  admin: {
    figures: ['today', 'answered', 'batches', 'calls', 'drafts', 'requests'],
    panels: [
      ['today', 'running'],
      ['drafts', 'live'],
    ],
  },
}

/** The layout for the first of an operator's roles. */
export const layoutFor = (roles: readonly Role[]): Layout => layouts[roles[0] ?? 'support']

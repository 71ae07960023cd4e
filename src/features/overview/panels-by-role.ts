/** The order of figures and panels on the overview, by role. */
import type { Role } from '#contract/index.ts'

export type FigureName = 'today' | 'calls' | 'batches' | 'drafts'
export type PanelName = 'today' | 'live' | 'running' | 'drafts'
interface Layout {
  figures: readonly FigureName[]
  /** Left and right column; on narrow screens the right one is below. */
  panels: readonly [readonly PanelName[], readonly PanelName[]]
}

/**
 * Every role sees all figures and panels, those of its own work first. The columns are about equally tall: the tall panels, today's calls
 * and a full list of drafts or calls, are not in the same one.
 */
const layouts: Record<Role, Layout> = {
  support: {
    figures: ['calls', 'drafts', 'today', 'batches'],
    panels: [
      ['live', 'drafts'],
      ['today', 'running'],
    ],
  },
  campaign_manager: {
    figures: ['batches', 'today', 'calls', 'drafts'],
    panels: [
      ['running', 'drafts'],
      ['today', 'live'],
    ],
  },
  reviewer: {
    figures: ['drafts', 'calls', 'today', 'batches'],
    panels: [
      ['drafts', 'live'],
      ['today', 'running'],
    ],
  },
  admin: {
    figures: ['today', 'batches', 'calls', 'drafts'],
    panels: [
      ['today', 'running'],
      ['drafts', 'live'],
    ],
  },
}

/** The layout for the first of an operator's roles. */
export const layoutFor = (roles: readonly Role[]): Layout => layouts[roles[0] ?? 'support']

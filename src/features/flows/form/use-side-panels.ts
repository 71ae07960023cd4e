/** The outline and the details beside the diagram, each of which can be hidden. This browser remembers it. */
import { useState } from 'react'
import { useShortcut } from '#kit/keyboard/shortcuts.ts'
import { setPreference, usePreference } from '#kit/preferences.ts'

/** The element IDs of the panels and of the buttons that show and hide them. */
export const sidePanelIds = {
  outline: { panel: 'flow-outline', toggle: 'toggle-flow-outline' },
  details: { panel: 'flow-details', toggle: 'toggle-flow-details' },
} as const
export type SidePanelName = keyof typeof sidePanelIds

export interface SidePanelState {
  isShown: boolean
  show: () => void
  toggle: () => void
}

/**
 * @param canHide whether there is a diagram that gets the room
 * @param request.isRequested whether the address names something in the panel, so that it is shown at first, whatever the browser remembers
 * @param request.onHide takes it out of the address, so that the panel stays hidden after a reload
 */
export function useSidePanel(
  name: SidePanelName,
  canHide: boolean,
  { isRequested = false, onHide }: { isRequested?: boolean; onHide?: () => void } = {},
): SidePanelState {
  const [isShownAtFirst, setShownAtFirst] = useState(isRequested)
  const isShown = usePreference(name) === 'open' || isShownAtFirst || !canHide
  const toggle = () => {
    const { panel, toggle: button } = sidePanelIds[name]
    // A hidden panel would take the focus with it.
    if (isShown && document.getElementById(panel)?.contains(document.activeElement))
      document.getElementById(button)?.focus()
    setShownAtFirst(false)
    setPreference(name, isShown ? 'folded' : 'open')
    if (isShown) onHide?.()
  }
  useShortcut(`flows.${name}`, toggle, canHide)
  return { isShown, show: () => setPreference(name, 'open'), toggle }
}

/** The outline and the details beside the diagram, each of which can be hidden. This browser remembers it. */
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

/** @param canHide whether there is a diagram that gets the room */
export function useSidePanel(name: SidePanelName, canHide: boolean): SidePanelState {
  const isShown = usePreference(name) === 'open' || !canHide
  const toggle = () => {
    const { panel, toggle: button } = sidePanelIds[name]
    // A hidden panel would take the focus with it.
    if (isShown && document.getElementById(panel)?.contains(document.activeElement))
      document.getElementById(button)?.focus()
    setPreference(name, isShown ? 'folded' : 'open')
  }
  useShortcut(`flows.${name}`, toggle, canHide)
  return { isShown, show: () => setPreference(name, 'open'), toggle }
}

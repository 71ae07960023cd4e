/** The outline and the details beside the diagram, each of which can be hidden. */
import { useShortcut } from '#kit/keyboard/shortcuts.ts'

/** The element IDs of the panels and of the buttons that show and hide them. */
export const sidePanelIds = {
  outline: { panel: 'flow-outline', toggle: 'toggle-flow-outline' },
  details: { panel: 'flow-details', toggle: 'toggle-flow-details' },
} as const
export type SidePanelName = keyof typeof sidePanelIds

export interface SidePanelState {
  isShown: boolean
  toggle: () => void
}

/** @param canHide whether there is a diagram that gets the room */
export function useSidePanel(
  name: SidePanelName,
  canHide: boolean,
  isShown: boolean,
  setShown: (isShown: boolean) => void,
): SidePanelState {
  const toggle = () => {
    const { panel, toggle: button } = sidePanelIds[name]
    // A hidden panel would take the focus with it.
    if (isShown && document.getElementById(panel)?.contains(document.activeElement))
      document.getElementById(button)?.focus()
    setShown(!isShown)
  }
  useShortcut(`flows.${name}`, toggle, canHide)
  return { isShown, toggle }
}

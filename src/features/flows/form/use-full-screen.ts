/** Full screen: the browser's own, where it offers it, and the page fills the window. */
import { useEffect, useState } from 'react'

export function useFullScreen(): [boolean, () => void] {
  const [isOn, setIsOn] = useState(false)
  // Escape ends the browser's full screen, and then the page's too.
  useEffect(() => {
    const onChange = () => !document.fullscreenElement && setIsOn(false)
    document.addEventListener('fullscreenchange', onChange)
    return () => document.removeEventListener('fullscreenchange', onChange)
  }, [])
  const toggle = () => {
    setIsOn(!isOn)
    // A browser may refuse. The page fills the window all the same.
    if (isOn) void document.exitFullscreen().catch(() => undefined)
    else void document.documentElement.requestFullscreen().catch(() => undefined)
  }
  return [isOn, toggle]
}

/**
 * The unsent edits in the operator's other tabs: whoever approves a draft here should know that a tab has another text for it. Tabs of this
 * browser tell each other; nothing is stored or sent to a server.
 */
import { useEffect, useRef, useState } from 'react'
import { useMyId, useWorkspace } from '#api/session.ts'
import type { Edits } from './unsent-edits.ts'

type OpenEdits = Edits['open']

interface TabEdits {
  tab: string
  /** Whose edits: an operator's, in a workspace. */
  owner: string
  edits: OpenEdits
}
/** Asks the other tabs for their edits. */
const question = 'which edits?'
type TabMessage = TabEdits | typeof question

const thisTab = crypto.randomUUID()

/** @param open the unsent edits of this tab, by their message's key @returns the texts of the other tabs, by the message's key */
export function useEditsElsewhere(open: OpenEdits): (key: string) => readonly string[] {
  const owner = `${useMyId()}/${useWorkspace()?.id ?? ''}`
  const [tabs, setTabs] = useState<readonly TabEdits[]>([])
  const channel = useRef<BroadcastChannel | null>(null)
  const latest = useRef<TabEdits>({ tab: thisTab, owner, edits: open })

  useEffect(() => {
    const created = new BroadcastChannel('switchboard-edits')
    channel.current = created
    created.onmessage = ({ data }: MessageEvent<TabMessage>) => {
      if (data === question) return created.postMessage(latest.current)
      setTabs((before) => [...before.filter(({ tab }) => tab !== data.tab), data])
    }
    // Asks again whenever the tab is shown: a browser may have frozen the other ones before. What a frozen tab said last still holds.
    const ask = () => {
      if (!document.hidden) created.postMessage(question)
    }
    const leave = () => created.postMessage({ ...latest.current, edits: {} } satisfies TabEdits)
    ask()
    document.addEventListener('visibilitychange', ask)
    addEventListener('pagehide', leave)
    return () => {
      document.removeEventListener('visibilitychange', ask)
      removeEventListener('pagehide', leave)
      leave()
      created.close()
    }
  }, [])

  useEffect(() => {
    latest.current = { tab: thisTab, owner, edits: open }
    channel.current?.postMessage(latest.current)
  }, [owner, open])

  return (key) =>
    tabs.flatMap((tab) => {
      const text = tab.owner === owner ? tab.edits[key] : undefined
      return text === undefined ? [] : [text]
    })
}

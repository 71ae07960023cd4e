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

/** Opens the channel between the tabs. @returns functions that send a message and close the channel */
function openChannel(onMessage: (message: TabMessage) => void) {
  const channel = new BroadcastChannel('switchboard-edits')
  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => onMessage(data))
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin alone
    post: (message: TabMessage) => channel.postMessage(message),
    close: () => channel.close(),
  }
}

/** @param open the unsent edits of this tab, by their message's key @returns the texts of the other tabs, by the message's key */
export function useEditsElsewhere(open: OpenEdits): (key: string) => readonly string[] {
  const owner = `${useMyId()}/${useWorkspace()?.id ?? ''}`
  const [tabs, setTabs] = useState<readonly TabEdits[]>([])
  const channel = useRef<ReturnType<typeof openChannel> | null>(null)
  const latest = useRef<TabEdits>({ tab: thisTab, owner, edits: open })

  useEffect(() => {
    const { post, close } = openChannel((message) => {
      if (message === question) return post(latest.current)
      setTabs((before) => [...before.filter(({ tab }) => tab !== message.tab), message])
    })
    channel.current = { post, close }
    // Asks again whenever the tab is shown: a browser may have frozen the other ones before. What a frozen tab said last still holds.
    const ask = () => {
      if (!document.hidden) post(question)
    }
    const leave = () => post({ ...latest.current, edits: {} })
    ask()
    document.addEventListener('visibilitychange', ask)
    addEventListener('pagehide', leave)
    return () => {
      document.removeEventListener('visibilitychange', ask)
      removeEventListener('pagehide', leave)
      leave()
      close()
    }
  }, [])

  useEffect(() => {
    latest.current = { tab: thisTab, owner, edits: open }
    channel.current?.post(latest.current)
  }, [owner, open])

  return (key) =>
    tabs.flatMap((tab) => {
      const text = tab.owner === owner ? tab.edits[key] : undefined
      return text === undefined ? [] : [text]
    })
}

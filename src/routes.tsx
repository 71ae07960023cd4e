/** Every page with its path. The code of a page is loaded when somebody opens it, or before that when the browser is idle. */
import type { ComponentType } from 'react'
import { createBrowserRouter, type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router'
import { loadSession } from '#api/session.ts'
import { EveryPage } from '#app/every-page.tsx'
import { RefusalPage } from '#app/refusal-page.tsx'
import { Component as Root, loader as rootLoader } from '#app/root.tsx'
import { paths } from '#kit/navigation/paths.ts'

interface PageModule {
  Component: ComponentType
  loader?: (args: LoaderFunctionArgs) => unknown
}

/** The pages that people open from another page. */
const secondary = () => import('./secondary-pages.ts')

/** Loads the code of each page. The list of secondary pages comes first, so that a click on one of them waits for a single file. */
const chunks: (() => Promise<unknown>)[] = [secondary]

/** A route for a module that exports `Component` and `loader`. */
function page(path: string, module: () => Promise<PageModule>): RouteObject {
  chunks.push(module)
  const lazy = async () => {
    const { Component, loader } = await module()
    return {
      Component,
      loader: async (args: LoaderFunctionArgs) => (await loadSession()) && ((await loader?.(args)) ?? null),
    }
  }
  return path === '' ? { index: true, lazy } : { path, lazy }
}

const pages: RouteObject[] = [
  page('', () => import('./features/overview/overview-page.tsx')),

  page('calls', () => import('./features/live-calls/wall-page.tsx')),
  page('calls/new', async () => (await secondary()).placeCall()),
  page('calls/:roomName', () => import('./features/live-calls/call-page.tsx')),

  page('batches', () => import('./features/batches/list/batches-page.tsx')),
  page('batches/new', async () => (await secondary()).newBatch()),
  page('batches/:batchId', () => import('./features/batches/batch/batch-page.tsx')),

  page('do-not-call', async () => (await secondary()).doNotCall()),

  page('review', () => import('./features/review/review-page.tsx')),
  page('conversations', () => import('./features/conversations/conversations-page.tsx')),
  page('conversations/:conversationId', () => import('./features/conversations/conversation-page.tsx')),

  page('agents', async () => (await secondary()).agentList()),
  page('agents/new', async () => (await secondary()).newAgent()),
  page('agents/:agentId', async () => (await secondary()).agent()),
  page('agents/:agentId/edit', async () => (await secondary()).editAgent()),

  page('flows', async () => (await secondary()).flowList()),
  page('flows/new', async () => (await secondary()).newFlow()),
  page('flows/:flowId', async () => (await secondary()).flow()),
  page('flows/:flowId/edit', async () => (await secondary()).editFlow()),

  page('messaging-agents', async () => (await secondary()).messagingAgentList()),
  page('messaging-agents/new', async () => (await secondary()).messagingAgentForm()),
  page('messaging-agents/:messagingAgentId', async () => (await secondary()).messagingAgent()),
  page('messaging-agents/:messagingAgentId/edit', async () => (await secondary()).messagingAgentForm()),

  page('message-flows', async () => (await secondary()).messageFlowList()),
  page('message-flows/new', async () => (await secondary()).messageFlowForm()),
  page('message-flows/:messageFlowId', async () => (await secondary()).messageFlow()),
  page('message-flows/:messageFlowId/edit', async () => (await secondary()).messageFlowForm()),

  { path: 'settings', loader: () => redirect(paths.settings()) },
  page('settings/:part', async () => (await secondary()).settings()),
]

export const router = createBrowserRouter([
  {
    id: 'root',
    Component: Root,
    loader: rootLoader,
    // The session refreshes itself, so a navigation does not need to reload it.
    shouldRevalidate: () => false,
    ErrorBoundary: RefusalPage,
    children: [
      {
        Component: EveryPage,
        children: [
          {
            ErrorBoundary: RefusalPage,
            children: [
              ...pages,
              { path: 'sign-in', Component: () => null },
              { path: '*', lazy: async () => (await secondary()).notFound() },
            ],
          },
        ],
      },
    ],
  },
])

/** Loads the code of the other pages while the browser is idle, so that a click shows the page without a wait. */
export function prepareAllPages(): void {
  const idle = globalThis.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 500))
  const next = () => {
    const chunk = chunks.shift()
    if (chunk)
      void chunk().then(
        () => idle(next),
        () => undefined,
      )
  }
  idle(next)
}
